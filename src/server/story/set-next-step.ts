import type { ParsedRequest } from '#contract/endpoint.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { nextStepApi } from '#contract/story/next-step.ts'
import type { Caller } from '../auth/access.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { writeLeads } from '../leads/write/lead-writer.ts'
import { insertStep } from './store.ts'

/**
 * Sets the next step of a lead and, with `done`, tells that the current one is finished, in one transaction. A repeated
 * request with the same `done._id` changes nothing. Throws `not_found` or `lead_anonymized`.
 */
export const setNextStep = (
  db: Db,
  caller: Caller,
  id: string,
  { step, done }: ParsedRequest<typeof nextStepApi.setNextStep>['body'],
): Promise<Lead> =>
  writeLeads(db, caller, { adds: false, lead: id }, async (leads, lead, tx) => {
    if (!lead) throw new AppError('not_found')
    if (lead.anonymizedAt !== null && step !== null) throw new AppError('lead_anonymized')
    if (done && lead.nextStep) {
      const entry = { accountId: caller.accountId, leadId: id, actor: caller.actor }
      if (!(await insertStep(tx, entry, done, lead.nextStep))) return lead
    }
    const changed = await leads.setNextStep(id, step)
    if (!changed) throw new AppError('not_found')
    return changed
  })
