import { accountQuota } from '#contract/billing/entitlements.ts'
import type { Lead, LeadForm } from '#contract/leads/leads.ts'
import type { Caller } from '../../auth/access.ts'
import type { QueryRunner } from '../../db/client.ts'
import { AppError } from '../../errors.ts'
import { textBytes } from '../fields/lead-columns.ts'
import type { SqlBuilder } from '../read/sql-builder.ts'

type LeadWithId = LeadForm & { _id: string }

const errorBySource = { plan: 'lead_limit_reached', trial: 'trial_limit_reached' } as const

const growsBeyond = (now: number, grown: number, max: number): boolean => grown > now && grown > max

/** What a write adds to an account. */
export interface Growth {
  leads: number
  bytes: number
}

export const growthOf = (lead: LeadForm, current?: Lead): Growth => ({
  leads: current ? 0 : 1,
  bytes: textBytes(lead) - (current ? textBytes(current) : 0),
})

interface AccountSize {
  count: number
  /** Bytes of the texts of all leads. */
  bytes: number
  /** How many of the given ids the account already has, and their bytes. */
  existing: number
  existing_bytes: number
}

/** Measures all leads of the account, visible or not, without the trash. */
const measureAccount = (tx: QueryRunner, accountId: string, ids: readonly string[]): Promise<AccountSize | undefined> =>
  tx.row(
    `select t.*, k.*
       from (select coalesce(sum(count), 0)::bigint as count, coalesce(sum(bytes), 0)::bigint as bytes
               from lead_totals where account_id = $1) t,
            (select count(*) as existing, coalesce(sum(lead_bytes(leads)), 0)::bigint as existing_bytes
               from leads where account_id = $1 and id = any ($2)) k`,
    [accountId, ids],
    'measure-account',
  )

/**
 * SQL condition of a single statement: the account has room for what the statement adds. The database function reads what was
 * committed while the statement waited for the lock. If the condition is false, `assertWithinQuota` decides.
 */
export const quotaCondition = (
  sql: SqlBuilder,
  { accountId, user }: { accountId: string; user?: Caller['user'] },
  growth: Growth | undefined,
): string => {
  const limit = user && growth && accountQuota(user)
  const grows = limit && (growth.leads > 0 || (growth.bytes > 0 && Number.isFinite(limit.bytes)))
  if (!grows) return 'true'
  const values = [growth.leads, growth.bytes, limit.leads, limit.bytes]
  const bound = values.map(value => sql.bind(Number.isFinite(value) ? value : null))
  return `account_has_room(${sql.bind(accountId)}, ${bound.join(', ')})`
}

/** Returns what the account may still grow by: `Infinity` without a limit. */
export const findRoom = async (
  queries: QueryRunner,
  { accountId, user }: { accountId: string; user?: Caller['user'] },
): Promise<Growth> => {
  const limit = user && accountQuota(user)
  const size = limit && (await measureAccount(queries, accountId, []))
  if (!size) return { leads: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }
  return { leads: Math.max(0, limit.leads - size.count), bytes: Math.max(0, limit.bytes - size.bytes) }
}

/**
 * Throws `lead_limit_reached` or `trial_limit_reached` if the account would exceed its quota. Call it under the lock of
 * `writeLeads`, so that concurrent requests cannot exceed the quota together.
 */
export const assertWithinQuota = async (
  tx: QueryRunner,
  { accountId, user }: { accountId: string; user?: Caller['user'] },
  leads: readonly LeadWithId[],
): Promise<void> => {
  const limit = user && accountQuota(user)
  if (!limit) return
  const size = await measureAccount(
    tx,
    accountId,
    leads.map(({ _id }) => _id),
  )
  if (!size) return
  const { count, bytes, existing, existing_bytes: existingBytes } = size
  const grown = {
    count: count + leads.length - existing,
    bytes: bytes + leads.reduce((sum, lead) => sum + textBytes(lead), 0) - existingBytes,
  }
  if (growsBeyond(count, grown.count, limit.leads) || growsBeyond(bytes, grown.bytes, limit.bytes)) {
    throw new AppError(errorBySource[limit.source])
  }
}

/** Throws `lead_limit_reached` or `trial_limit_reached` if the account has no room for the growth. Call it under the lock. */
export const assertHasRoom = async (
  tx: QueryRunner,
  { accountId, user }: { accountId: string; user?: Caller['user'] },
  growth: Growth,
): Promise<void> => {
  const limit = user && accountQuota(user)
  if (!limit) return
  const room = await findRoom(tx, { accountId, user })
  if (growth.leads > room.leads || growth.bytes > room.bytes) throw new AppError(errorBySource[limit.source])
}
