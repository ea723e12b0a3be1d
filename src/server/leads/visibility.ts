import type { Caller } from '../auth/access.ts'
import type { QueryRunner } from '../db/client.ts'
import type { SqlBuilder } from './sql-builder.ts'

/** Which leads of an account a member sees: all of them, or one person's and perhaps those without a responsible person. */
export interface LeadView {
  accountId: string
  only?: { userId: string; unassigned: boolean }
}

/** What a prepared statement's name ends in: its text differs with the view. */
export const viewName = ({ only }: LeadView): string => (only ? (only.unassigned ? '-own-or-unassigned' : '-own') : '')

interface Viewer extends Pick<Caller, 'accountId'> {
  member?: Caller['member']
}

interface SellerSettings {
  sellers_see: 'own' | 'all'
  sellers_take_unassigned: boolean
}

/** Managers, owners and the system see all leads; a seller sees what the account's settings allow at this moment. */
export const findView = async (db: QueryRunner, { accountId, member }: Viewer): Promise<LeadView> => {
  if (member?.team_role !== 'seller') return { accountId }
  const text = 'select sellers_see, sellers_take_unassigned from accounts where id = $1'
  const settings = await db.row<SellerSettings>(text, [accountId], 'find-seller-settings')
  if (settings?.sellers_see === 'all') return { accountId }
  return { accountId, only: { userId: member._id, unassigned: settings?.sellers_take_unassigned ?? false } }
}

/**
 * The condition that every query of leads begins with: the account, and within it what the member may see. `lead_totals` is
 * kept by responsible person, so the same view selects its rows.
 */
export const visibleTo = (sql: SqlBuilder, { accountId, only }: LeadView, table: 'leads' | 'lead_totals' = 'leads') => {
  const account = `account_id = ${sql.bind(accountId)}`
  if (!only) return account
  const self = sql.bind(only.userId)
  if (table === 'lead_totals') {
    return `${account} and owner_key in (${only.unassigned ? `${self}::uuid, owner_key(null)` : self})`
  }
  return `${account} and ${only.unassigned ? `(user_id = ${self} or user_id is null)` : `user_id = ${self}`}`
}
