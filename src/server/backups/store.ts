import type { QueryRunner } from '../db/client.ts'

export interface Administrator {
  accountId: string
  email: string
  nome: string
}

/** Returns each administrator with one of their accounts. */
export const listAdministrators = (db: QueryRunner): Promise<Administrator[]> =>
  db.rows(
    `select distinct on (i.id) u.account_id as "accountId", i.email, i.nome
       from identities i join users u on u.identity_id = i.id where i.role = 'admin' order by i.id, u.account_id`,
  )
