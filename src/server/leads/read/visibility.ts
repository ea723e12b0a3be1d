import type { Caller } from '../../auth/access.ts'
import type { SqlBuilder } from './sql-builder.ts'

/** Leads that a member sees: all leads of the account, or those of one member, with or without unassigned ones. */
export interface LeadView {
  accountId: string
  only?: { userId: string; unassigned: boolean }
}

/** Suffix of a prepared statement's name, because its text depends on the view. */
export const viewName = ({ only }: LeadView): string => (only ? (only.unassigned ? '-own-or-unassigned' : '-own') : '')

/** Managers, owners and the system see all leads; a seller sees what the account's settings allow. */
export const viewOf = ({
  accountId,
  member,
  settings,
}: Pick<Caller, 'accountId'> & Partial<Pick<Caller, 'member' | 'settings'>>): LeadView => {
  if (member?.team_role !== 'seller' || settings?.sellersSee === 'all') return { accountId }
  return { accountId, only: { userId: member._id, unassigned: settings?.sellersTakeUnassigned ?? false } }
}

/**
 * First condition of every query of leads and of `lead_search`: the account, and what the member sees in it. Also selects rows
 * of `lead_totals` and `report_totals`, which have rows per responsible member.
 */
export const visibleTo = (
  sql: SqlBuilder,
  { accountId, only }: LeadView,
  table: 'leads' | 'lead_search' | 'lead_totals' | 'report_totals' = 'leads',
) => {
  const account = `account_id = ${sql.bind(accountId)}`
  if (!only) return account
  const self = sql.bind(only.userId)
  if (table === 'lead_totals' || table === 'report_totals') {
    return `${account} and owner_key in (${only.unassigned ? `${self}::uuid, owner_key(null)` : self})`
  }
  return `${account} and ${only.unassigned ? `(user_id = ${self} or user_id is null)` : `user_id = ${self}`}`
}

/** The rule of `visibleTo` for the responsible member of one lead. */
export const seesLeadOf = ({ only }: LeadView, userId: string | null): boolean =>
  !only || userId === only.userId || (userId === null && only.unassigned)

/** Condition of a new lead: no lead in the trash with this id is hidden from the member, who would bring it back. */
export const notHiddenInTrash = (sql: SqlBuilder, { accountId, only }: LeadView, id: string): string => {
  if (!only) return 'true'
  const values = [accountId, id, only.userId, only.unassigned].map(value => sql.bind(value))
  return `not is_hidden_in_trash(${values.join(', ')})`
}
