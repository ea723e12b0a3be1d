import { isDeepStrictEqual } from 'node:util'
import type { ParsedRequest } from '#contract/endpoint.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { nextStepApi } from '#contract/story/next-step.ts'
import type { Caller } from '../auth/access.ts'
import type { Db, QueryRunner } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { viewOf } from '../leads/read/visibility.ts'
import { writeLeads } from '../leads/write/lead-writer.ts'
import { findDone, insertDone, updateDone } from './done-store.ts'
import { updateNote } from './store.ts'

type StepChange = ParsedRequest<typeof nextStepApi.setNextStep>['body']

/**
 * Tells that the current step is finished. A repeated id corrects the outcome instead. Returns whether the story changed.
 * Throws `stale_lead` unless the stored step is the one that the caller saw, or `not_found` for the id of another entry.
 */
const tellDone = async (
  tx: QueryRunner,
  caller: Caller,
  lead: Lead,
  { _id, outcome, was }: NonNullable<StepChange['done']>,
): Promise<boolean> => {
  const { accountId, actor } = caller
  const owner = { accountId, leadId: lead._id, actor }
  const told = await findDone(tx, owner, _id)
  if (told) {
    if (told.text === outcome) return false
    if (told.kind === 'note') await updateNote(tx, viewOf(caller), actor, lead._id, _id, outcome)
    else await updateDone(tx, accountId, { _id, outcome })
    return true
  }
  if (was !== undefined && !isDeepStrictEqual(was, lead.nextStep)) throw new AppError('stale_lead', { lead })
  // Without a step, an outcome is still something that the caller wrote.
  const isTold = lead.nextStep !== null || outcome !== null
  if (isTold && !(await insertDone(tx, owner, { _id, outcome }, lead.nextStep))) throw new AppError('not_found')
  return isTold
}

/**
 * Sets the next step of a lead and, with `done`, tells that the current one is finished, in one transaction. A repeated
 * request changes nothing. Throws `not_found`, `lead_anonymized`, or `stale_lead` with the lead if the stored step is neither
 * the one that the caller saw nor already the new one.
 */
export const setNextStep = (db: Db, caller: Caller, id: string, { step, was, done }: StepChange): Promise<Lead> =>
  writeLeads(db, caller, { adds: false, lead: id }, async (leads, lead, tx) => {
    if (!lead) throw new AppError('not_found')
    if (lead.anonymizedAt !== null && step !== null) throw new AppError('lead_anonymized')
    const isStored = isDeepStrictEqual(step, lead.nextStep)
    if (was !== undefined && !isStored && !isDeepStrictEqual(was, lead.nextStep))
      throw new AppError('stale_lead', { lead })
    const changesStory = done !== undefined && (await tellDone(tx, caller, lead, done))
    if (!changesStory && isStored) return lead
    const changed = await leads.setNextStep(id, step)
    if (!changed) throw new AppError('not_found')
    return changed
  })
