import type { Caller } from '../auth/access.ts'
import type { QueryRunner } from '../db/client.ts'
import type { SqlBuilder } from './sql-builder.ts'

/** Leads that a member sees: all leads of the account, or those of one member, with or without unassigned ones. */
export interface LeadView {
  accountId: string
  only?: { userId: string; unassigned: boolean }
}

/** Suffix of a prepared statement's name, because its text depends on the view. */
export const viewName = ({ only }: LeadView): string => (only ? (only.unassigned ? '-own-or-unassigned' : '-own') : '')

interface Viewer extends Pick<Caller, 'accountId'> {
  member?: Caller['member']
}

interface SellerSettings {
  sellers_see: 'own' | 'all'
  sellers_take_unassigned: boolean
}

/** Managers, owners and the system see all leads; a seller sees what the account's current settings allow. */
export const findView = async (db: QueryRunner, { accountId, member }: Viewer): Promise<LeadView> => {
  if (member?.team_role !== 'seller') return { accountId }
  const text = 'select sellers_see, sellers_take_unassigned from accounts where id = $1'
  const settings = await db.row<SellerSettings>(text, [accountId], 'find-seller-settings')
  if (settings?.sellers_see === 'all') return { accountId }
  return { accountId, only: { userId: member._id, unassigned: settings?.sellers_take_unassigned ?? false } }
}

/**
 * First condition of every query of leads: the account, and what the member sees in it. Also selects rows of `lead_totals`,
 * which has one row per responsible member and status.
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
