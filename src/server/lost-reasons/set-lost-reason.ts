import { stageOf } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { Caller } from '../auth/access.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { writeLeads } from '../leads/write/lead-writer.ts'
import { listLostReasons } from './store.ts'

interface Loss {
  reasonId: string | null
  note: string | null
}

/**
 * Says why a lead was lost. A repeated request changes nothing. Throws `not_found` for an unknown lead or reason, and
 * `lead_not_lost` if the lead has left the stage meanwhile, or `stale_lead` with the lead if it has another reason or note than
 * the caller saw.
 */
export const setLostReason = (
  db: Db,
  caller: Caller,
  id: string,
  { reasonId, note, was }: Loss & { was?: Loss | undefined },
): Promise<Lead> =>
  writeLeads(db, caller, { adds: false, lead: id }, async (leads, lead, tx) => {
    if (!lead) throw new AppError('not_found')
    if (stageOf(lead.status) !== 'perdido') throw new AppError('lead_not_lost')
    if (lead.lostReasonId === reasonId && lead.lostNote === note) return lead
    const isSeen = !was || (lead.lostReasonId === was.reasonId && lead.lostNote === was.note)
    if (!isSeen) throw new AppError('stale_lead', { lead })
    const known = reasonId === null || (await listLostReasons(tx, caller.accountId)).some(({ _id }) => _id === reasonId)
    const changed = known ? await leads.setLostReason(id, reasonId, note) : undefined
    if (!changed) throw new AppError('not_found')
    return changed
  })
