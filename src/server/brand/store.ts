import type { BrandForm } from '#contract/brand/brand.ts'
import type { StoredBrand } from '#contract/brand/to-shown-brand.ts'
import type { QueryRunner } from '../db/client.ts'

export const findBrand = (db: QueryRunner, accountId: string): Promise<StoredBrand | undefined> =>
  db.row('select nome, color, logo_sha from account_brands where account_id = $1', [accountId])

/** The whole brand, with the logo as a data URL. */
export interface ExportedBrand {
  nome: string | null
  color: string | null
  logo: string | null
}

export const exportBrand = (db: QueryRunner, accountId: string): Promise<ExportedBrand | undefined> =>
  db.row(
    `select nome, color, 'data:image/png;base64,' || translate(encode(logo, 'base64'), E'\\n', '') as logo
       from account_brands where account_id = $1`,
    [accountId],
  )

interface Write {
  accountId: string
  userId: string
  now: Date
}

export const saveBrand = (db: QueryRunner, { accountId, userId, now }: Write, { nome, color }: BrandForm) =>
  db.run(
    `insert into account_brands (account_id, nome, color, updated_by, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update set nome = $2, color = $3, updated_by = $4, updated_at = $5`,
    [accountId, nome, color, userId, now],
  )

/** Removes the logo with `null`. */
export const saveLogo = (
  db: QueryRunner,
  { accountId, userId, now }: Write,
  logo: { bytes: Buffer; sha: string } | null,
) =>
  db.run(
    `insert into account_brands (account_id, logo, logo_sha, updated_by, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update set logo = $2, logo_sha = $3, updated_by = $4, updated_at = $5`,
    [accountId, logo?.bytes ?? null, logo?.sha ?? null, userId, now],
  )

export const findLogo = async (db: QueryRunner, accountId: string, sha: string): Promise<Buffer | undefined> =>
  (
    await db.row<{ logo: Buffer }>('select logo from account_brands where account_id = $1 and logo_sha = $2', [
      accountId,
      sha,
    ])
  )?.logo
