import type { BrazilianState, FiscalDataForm } from '#contract/billing/fiscal-data.ts'
import type { QueryRunner } from '../../db/client.ts'

export interface StoredFiscalData extends FiscalDataForm {
  version: number
  taxIdRefused: boolean
}

interface FiscalRow {
  tax_id: string
  legal_name: string
  cep: string
  street: string
  number: string
  complement: string | null
  district: string
  city: string
  state: BrazilianState
  version: number
  tax_id_refused: boolean
}

export const findFiscalData = async (db: QueryRunner, accountId: string): Promise<StoredFiscalData | undefined> => {
  const row = await db.row<FiscalRow>(
    `select tax_id, legal_name, cep, street, number, complement, district, city, state, version, tax_id_refused
       from fiscal_data where account_id = $1`,
    [accountId],
  )
  if (!row) return undefined
  const { tax_id: taxId, legal_name: legalName, tax_id_refused: taxIdRefused, ...rest } = row
  return { taxId, legalName, taxIdRefused, ...rest }
}

interface Write {
  accountId: string
  userId: string
  now: Date
}

/** Returns whether anything changed. */
export const saveFiscalData = async (
  db: QueryRunner,
  { accountId, userId, now }: Write,
  data: FiscalDataForm,
): Promise<boolean> => {
  const { taxId, legalName, cep, street, number, complement, district, city, state } = data
  const changed = await db.run(
    `insert into fiscal_data as f (account_id, tax_id, legal_name, cep, street, number, complement, district, city, state,
       updated_by, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (account_id) do update set tax_id = $2, legal_name = $3, cep = $4, street = $5, number = $6,
       complement = $7, district = $8, city = $9, state = $10, updated_by = $11, updated_at = $12,
       version = f.version + 1, tax_id_refused = false
     where (f.tax_id, f.legal_name, f.cep, f.street, f.number, f.complement, f.district, f.city, f.state)
       is distinct from ($2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [accountId, taxId, legalName, cep, street, number, complement, district, city, state, userId, now],
  )
  return changed > 0
}

/** Ignores the answer to a number that was changed meanwhile. */
export const saveTaxIdRefused = (
  db: QueryRunner,
  accountId: string,
  { version }: Pick<StoredFiscalData, 'version'>,
  isRefused: boolean,
): Promise<number> =>
  db.run('update fiscal_data set tax_id_refused = $3 where account_id = $1 and version = $2', [
    accountId,
    version,
    isRefused,
  ])
