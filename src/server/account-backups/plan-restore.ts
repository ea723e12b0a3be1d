import type { RestoreMode } from '#contract/account-backups/restore.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { type LeadChange, toLeadForm } from '../leads/fields/lead-columns.ts'
import type { BackedUpLead } from './backup-file.ts'

/** What happens to one lead. */
export type Step =
  | { id: string; action: 'return'; target: BackedUpLead }
  | { id: string; action: 'change'; target: BackedUpLead; current: Lead }
  | { id: string; action: 'remove'; current: Lead }

/** Former members, with those who got their leads. */
export type Heirs = ReadonlyMap<string, string | null>

/** The lead for a member who is still there: a former one's leads went to another, or to none. */
const withHeir = (lead: Lead, heirs: Heirs): Lead => {
  const heir = lead.userId === null ? undefined : heirs.get(lead.userId)
  return heir === undefined ? lead : { ...lead, userId: heir }
}

/** All that a restore brings back of a lead that exists. */
export const toRestoredFields = (lead: Lead): LeadChange => {
  const { userId, nextStep, lostReasonId, lostNote } = lead
  return { ...toLeadForm(lead), userId, nextStep, lostReasonId, lostNote }
}

export const hasSameFields = (one: Lead, other: Lead): boolean =>
  JSON.stringify(toRestoredFields(one)) === JSON.stringify(toRestoredFields(other))

/**
 * Compares the leads of a backup with those of the account, both in the order of their ids, and tells in that order what a
 * restore does.
 */
export async function* planRestore(
  backup: AsyncIterable<BackedUpLead>,
  account: AsyncIterable<Lead>,
  { mode, heirs }: { mode: RestoreMode; heirs: Heirs },
): AsyncGenerator<Step> {
  const current = account[Symbol.asyncIterator]()
  let next = await current.next()
  for await (const { lead, story } of backup) {
    const target = { lead: withHeir(lead, heirs), story }
    const id = lead._id
    for (; !next.done && next.value._id < id; next = await current.next())
      if (mode === 'state') yield { id: next.value._id, action: 'remove', current: next.value }
    if (next.done || next.value._id !== id) {
      yield { id, action: 'return', target }
      continue
    }
    if (mode === 'state' && !hasSameFields(target.lead, next.value))
      yield { id, action: 'change', target, current: next.value }
    next = await current.next()
  }
  if (mode === 'missing') return
  for (; !next.done; next = await current.next()) yield { id: next.value._id, action: 'remove', current: next.value }
}

/** Gathers the steps after a lead in batches. */
export async function* toBatches(
  steps: AsyncIterable<Step>,
  size: number,
  after: string | null,
): AsyncGenerator<Step[]> {
  let batch: Step[] = []
  for await (const step of steps) {
    if (after !== null && step.id <= after) continue
    batch.push(step)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
