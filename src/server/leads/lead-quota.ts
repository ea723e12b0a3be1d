import { accountQuota } from '#contract/entitlements.ts'
import type { LeadForm } from '#contract/leads.ts'
import type { Caller } from '../auth/access.ts'
import type { QueryRunner } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { textBytes } from './lead-columns.ts'

type LeadWithId = LeadForm & { _id: string }

const errorBySource = { plan: 'lead_limit_reached', trial: 'trial_limit_reached' } as const

const growsBeyond = (now: number, grown: number, max: number): boolean => grown > now && grown > max

interface AccountSize {
  count: number
  /** Of the texts of all leads. */
  bytes: number
  /** Of the given ids: how many the account has already, and their bytes. */
  existing: number
  existing_bytes: number
}

/** The whole account, whoever asks: a quota is the account's. Leads in the trash do not count. */
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
 * Throws `lead_limit_reached` or `trial_limit_reached` when the account would grow beyond its quota. The lead writer calls it
 * while it is the account's only writer, so that parallel requests do not pass together.
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
