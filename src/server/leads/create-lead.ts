import type { Lead, LeadForm, NewLead } from '#contract/leads/leads.ts'
import { isPermitted } from '#contract/policies.ts'
import type { Caller } from '../auth/access.ts'
import { findMember } from '../auth/member-store.ts'
import { checkViolation, type Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { insertAccountTrailEntry } from '../trail/account-trail-store.ts'
import { type LeadWriter, type Writer, writeAtOnce, writeLeads } from './write/lead-writer.ts'

/** Records in the account's trail that an erased person is stored again. */
const readmit = async ({ tx, readmit }: LeadWriter, { accountId, actor }: Writer, form: LeadForm): Promise<void> => {
  const isKnown = (await readmit(form)) > 0
  if (!isKnown || actor.id === null) return
  const entry = { accountId, actorId: actor.id, action: 'contact-again', now: new Date() } as const
  await insertAccountTrailEntry(tx, { ...entry, details: { baseLegal: form.baseLegal ?? '' } })
}

/**
 * Returns the responsible member of a new lead: the caller, unless the caller assigns leads and names another member, or
 * none. Throws `validation_failed` for a stranger or a former member.
 */
export const chooseResponsible = async (
  db: Db,
  caller: Caller,
  { userId }: Pick<NewLead, 'userId'>,
): Promise<string | null> => {
  // A lead from another system waits for a member to take it.
  const byDefault = caller.actor.kind === 'key' ? null : caller.userId
  if (userId === undefined || !isPermitted('leads.assign', caller)) return byDefault
  if (userId !== null && !(await findMember(db, caller.accountId, userId)))
    throw new AppError('validation_failed', { fields: { userId: 'Escolha alguém da equipe' } })
  return userId
}

/**
 * Creates a lead. A client that sends the `_id` can repeat the request and gets the stored lead. Throws quota errors,
 * `person_erased`, or `not_found` if the member cannot see the lead with this id.
 */
export const createLead = async (
  db: Db,
  writer: Writer,
  { _id: id, ...form }: NewLead & { _id: string },
): Promise<{ lead: Lead; created: boolean }> => {
  // A user who names a legal basis may store a person again who was erased.
  const isReadmitted = writer.actor.kind === 'user' && Boolean(form.baseLegal)
  const added = await writeAtOnce(db, writer)
    .insert(id, form)
    .catch(error => {
      if (checkViolation(error) === 'person_erased' && isReadmitted) return undefined
      throw error
    })
  if (added) return { lead: added, created: true }
  return writeLeads(db, writer, { adds: true }, async leads => {
    if (isReadmitted) await readmit(leads, writer, form)
    const lead = await leads.insert(id, form)
    if (lead) return { lead, created: true }
    const stored = await leads.find(id)
    if (!stored) throw new AppError('not_found')
    return { lead: stored, created: false }
  })
}
