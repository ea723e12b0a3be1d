import { type AccountQuota, accountQuota } from '#contract/entitlements.ts'
import type { LeadForm } from '#contract/leads.ts'
import type { Caller } from '../auth/access.ts'
import type { QueryRunner } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { lockAccount, measureAccount } from './size-store.ts'

type LeadWithId = LeadForm & { _id: string }

const textBytes = (lead: LeadForm): number =>
  [lead.nome, lead.negocio, lead.telefone, lead.email, lead.descricaoServico, lead.formaPagamento, lead.prazoEntrega]
    .map(text => Buffer.byteLength(text ?? ''))
    .reduce((sum, bytes) => sum + bytes, 0)

const errorBySource = { plan: 'lead_limit_reached', trial: 'trial_limit_reached' } as const

const growsBeyond = (now: number, grown: number, max: number): boolean => grown > now && grown > max

/** The account's own limits, and its lock where it has any: to be taken before the lock of any of its leads. */
export const lockQuota = async (tx: QueryRunner, { accountId, user }: Caller): Promise<AccountQuota | undefined> => {
  const limit = accountQuota(user)
  if (limit) await lockAccount(tx, accountId)
  return limit
}

/**
 * Before leads are written, by whichever door: throws `lead_limit_reached` or `trial_limit_reached` when the account would
 * grow beyond what it may hold. Holds the account's lock until the transaction ends, so that many at once do not pass.
 */
export const assertWithinQuota = async (
  tx: QueryRunner,
  caller: Caller,
  leads: readonly LeadWithId[],
): Promise<void> => {
  const limit = await lockQuota(tx, caller)
  if (!limit) return
  const ids = leads.map(({ _id }) => _id)
  const { count, bytes, existing, existingBytes } = await measureAccount(tx, caller.accountId, ids)
  const grown = {
    count: count + leads.length - existing,
    bytes: bytes + leads.reduce((sum, lead) => sum + textBytes(lead), 0) - existingBytes,
  }
  if (growsBeyond(count, grown.count, limit.leads) || growsBeyond(bytes, grown.bytes, limit.bytes)) {
    throw new AppError(errorBySource[limit.source])
  }
}
