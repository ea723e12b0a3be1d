import { v7 as uuidv7 } from 'uuid'
import type { duplicatesApi, MergeField } from '#contract/duplicates/duplicates.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { Caller } from '../auth/access.ts'
import { findBulkChange, insertBulkChange } from '../bulk/store.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type LeadChange, toLeadForm } from '../leads/fields/lead-columns.ts'
import { listLeadsById } from '../leads/read/store.ts'
import { viewOf } from '../leads/read/visibility.ts'
import { writeLeads } from '../leads/write/lead-writer.ts'
import { markMerged } from '../leads/write/trash.ts'

/** What belongs to a status: since when, and why the lead was lost. Sales reports count by both. */
const statusDetailsOf = ({ stageSince, isStageSinceExact, lostReasonId, lostNote }: Lead): LeadChange => ({
  stageSince,
  isStageSinceExact,
  lostReasonId,
  lostNote,
})

/** Fields that a merge may change, so that its undo restores them all. */
const fieldsOf = (lead: Lead): LeadChange => ({
  ...toLeadForm(lead),
  ...statusDetailsOf(lead),
  nextStep: lead.nextStep,
})

const mergeFields = (lead: Lead, leads: readonly Lead[], from: Partial<Record<MergeField, string>>): LeadChange => {
  // A person who asked not to be contacted asked so under every name.
  const naoContatar = leads.some(one => one.naoContatar)
  const origem = lead.origem ?? leads.find(one => one.origem)?.origem ?? null
  const baseLegal = lead.baseLegal ?? leads.find(one => one.baseLegal)?.baseLegal ?? null
  const merged: Record<string, unknown> = { ...fieldsOf(lead), naoContatar, origem, baseLegal }
  for (const [field, id] of Object.entries(from)) {
    const source = leads.find(({ _id }) => _id === id)
    if (!source)
      throw new AppError('validation_failed', { fields: { [`from.${field}`]: 'Escolha um dos leads unidos' } })
    merged[field] = fieldsOf(source)[field as MergeField]
    if (field === 'status') Object.assign(merged, statusDetailsOf(source))
  }
  return merged
}

/**
 * Merges other leads into a lead in one transaction: chosen fields, then the stories by triggers. Returns the stored lead for a
 * repeated id. Throws `not_found` for a lead that the member cannot see, or `stale_lead` with a lead that changed meanwhile.
 */
export const mergeLeads = (
  db: Db,
  caller: Caller,
  id: string,
  { _id = uuidv7(), version, others, from }: ParsedRequest<typeof duplicatesApi.merge>['body'],
  now: Date,
): Promise<{ _id: string; lead: Lead }> =>
  writeLeads(db, caller, { adds: false, lead: id }, async (leads, lead, tx) => {
    const { accountId, userId } = caller
    if (!lead) throw new AppError('not_found')
    const stored = await findBulkChange(tx, accountId, _id)
    if (stored && (stored.created_by !== userId || stored.kind !== 'merge')) throw new AppError('not_found')
    if (stored) return { _id, lead }
    const versions = new Map([...others.map(other => [other._id, other.version] as const), [id, version] as const])
    const found = await listLeadsById(tx, viewOf(caller), [...versions.keys()])
    if (versions.size !== others.length + 1)
      throw new AppError('validation_failed', { fields: { others: 'Escolha outros leads, cada um uma vez' } })
    if (found.length !== versions.size) throw new AppError('not_found')
    const stale = found.find(one => one.version !== versions.get(one._id))
    if (stale) throw new AppError('stale_lead', { lead: stale })
    const change = mergeFields(lead, found, from)
    const written = await leads.rewriteAll([{ id, version, change }])
    const removed = others.map(other => ({ id: other._id, version: other.version }))
    await leads.removeAll(removed)
    await markMerged(
      tx,
      viewOf(caller),
      id,
      removed.map(other => other.id),
    )
    const result = { _id, changed: others.length + 1, unchanged: 0, notFound: [] }
    const before = [
      ...written.map(one => ({ ...one, before: fieldsOf(lead) })),
      ...removed.map(one => ({ ...one, before: null })),
    ]
    await insertBulkChange(tx, accountId, { created_by: userId, kind: 'merge', result }, before, now)
    const merged = await leads.find(id)
    if (!merged) throw new AppError('not_found')
    return { _id, lead: merged }
  })
