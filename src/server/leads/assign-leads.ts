import type { Lead } from '#contract/leads/leads.ts'
import type { Caller } from '../auth/access.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type Writer, writeLeads } from './write/lead-writer.ts'

/**
 * Assigns those of the leads that the writer's member sees to another member, or to none with `null`. Returns the number of
 * reassigned leads. Throws `not_found` if `to` is no active member of the account.
 */
export const assignLeads = (db: Db, writer: Writer, ids: readonly string[], to: string | null): Promise<number> =>
  writeLeads(db, writer, { adds: true }, leads => leads.assign(ids, to))

/**
 * Makes the caller responsible for an unassigned lead. Sellers need the account's setting. Throws `not_found`, `lead_taken` or
 * `take_not_allowed`.
 */
export const takeLead = (db: Db, caller: Caller, id: string): Promise<Lead> =>
  writeLeads(db, caller, { adds: true, lead: id }, async (leads, lead) => {
    if (!lead) throw new AppError('not_found')
    if (lead.userId === caller.userId) return lead
    if (lead.userId !== null) throw new AppError('lead_taken')
    if (caller.member.team_role === 'seller' && !caller.settings.sellersTakeUnassigned)
      throw new AppError('take_not_allowed')
    await leads.assign([id], caller.userId)
    const taken = await leads.find(id)
    if (!taken) throw new AppError('not_found')
    return taken
  })
