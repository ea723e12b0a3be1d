import { v7 as uuidv7 } from 'uuid'
import { type BulkResult, maxBulkLeads, tooManyLeads } from '#contract/bulk/bulk.ts'
import { closingDateAfterMove } from '#contract/leads/closing-date.ts'
import { type Stage, stageOf } from '#contract/leads/lead-status.ts'
import type { LegalBasis } from '#contract/privacy/lead-privacy.ts'
import { toDateIn } from '#contract/values/dates.ts'
import type { Caller } from '../auth/access.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { LeadChange } from '../leads/fields/lead-columns.ts'
import type { ChosenLead, LeadChoice } from '../leads/write/lead-batches.ts'
import { type LeadWriter, writeLeads } from '../leads/write/lead-writer.ts'
import { type BulkChangedLead, type BulkKind, findBulkChange, insertBulkChange } from './store.ts'

interface Request extends LeadChoice {
  _id?: string | undefined
}

/** What changes in a lead, and what was there before; `undefined` for a lead that is already as requested. */
type Plan = (lead: ChosenLead) => { change: LeadChange; before: LeadChange } | undefined

const rewrite = async (leads: LeadWriter, chosen: readonly ChosenLead[], plan: Plan): Promise<BulkChangedLead[]> => {
  const planned = chosen.flatMap(lead => {
    const one = plan(lead)
    return one ? [{ ...lead, ...one }] : []
  })
  const before = new Map(planned.map(lead => [lead.id, lead.before]))
  return (await leads.rewriteAll(planned)).map(({ id, version }) => ({ id, version, before: before.get(id) ?? {} }))
}

/**
 * Changes the chosen leads in one transaction and stores what was before. Returns the first result for a repeated id. Throws
 * `validation_failed` for too many leads.
 */
const changeLeads = (
  db: Db,
  caller: Caller,
  { _id = uuidv7(), ...choice }: Request,
  { kind, now }: { kind: BulkKind; now: Date },
  write: (leads: LeadWriter, chosen: readonly ChosenLead[]) => Promise<BulkChangedLead[]>,
): Promise<BulkResult> =>
  writeLeads(db, caller, { adds: kind === 'assign' }, async (leads, _, tx) => {
    const stored = await findBulkChange(tx, caller.accountId, _id)
    if (stored && stored.created_by !== caller.userId) throw new AppError('not_found')
    if (stored) return stored.result
    const chosen = await leads.choose(choice, maxBulkLeads + 1)
    if (chosen.length > maxBulkLeads) throw new AppError('validation_failed', { fields: { filters: tooManyLeads } })
    const changed = await write(leads, chosen)
    const found = new Set(chosen.map(({ id }) => id))
    const result = {
      _id,
      changed: changed.length,
      unchanged: chosen.length - changed.length,
      notFound: [...new Set(choice.ids)].filter(id => !found.has(id)),
    }
    await insertBulkChange(tx, caller.accountId, { created_by: caller.userId, kind, result }, changed, now)
    return result
  })

/** Moves leads to a stage, with the closing dates that single moves would set. Today is that of the account's time zone. */
export const moveLeads = (
  db: Db,
  caller: Caller,
  { to, ...request }: Request & { to: Stage },
  now: Date,
): Promise<BulkResult> => {
  const today = toDateIn(caller.account.timezone, now)
  const plan: Plan = ({
    status,
    data_fechamento: dataFechamento,
    lost_reason_id: lostReasonId,
    lost_note: lostNote,
  }) => {
    if (stageOf(status) === to) return undefined
    const closing = closingDateAfterMove({ status, dataFechamento }, to, today)
    return {
      before: { status, dataFechamento, lostReasonId, lostNote },
      change: { status: to, dataFechamento: closing },
    }
  }
  return changeLeads(db, caller, request, { kind: 'move', now }, (leads, chosen) => rewrite(leads, chosen, plan))
}

/** Assigns leads to an active member, or to none. Throws `not_found`. */
export const assignManyLeads = (
  db: Db,
  caller: Caller,
  { to, ...request }: Request & { to: string | null },
  now: Date,
): Promise<BulkResult> =>
  changeLeads(db, caller, request, { kind: 'assign', now }, async (leads, chosen) => {
    await leads.assertAssignable(to)
    return rewrite(leads, chosen, ({ user_id: userId }) =>
      userId === to ? undefined : { change: { userId: to }, before: { userId } },
    )
  })

/** Gives leads a legal basis. */
export const setLegalBases = (
  db: Db,
  caller: Caller,
  { to, ...request }: Request & { to: LegalBasis },
  now: Date,
): Promise<BulkResult> =>
  changeLeads(db, caller, request, { kind: 'basis', now }, (leads, chosen) =>
    rewrite(leads, chosen, ({ base_legal: baseLegal }) =>
      baseLegal === to ? undefined : { change: { baseLegal: to }, before: { baseLegal } },
    ),
  )

/** Moves leads to the trash. */
export const removeManyLeads = (db: Db, caller: Caller, request: Request, now: Date): Promise<BulkResult> =>
  changeLeads(db, caller, request, { kind: 'remove', now }, async (leads, chosen) => {
    const removed = new Set(await leads.removeAll(chosen))
    return chosen.filter(({ id }) => removed.has(id)).map(({ id, version }) => ({ id, version, before: null }))
  })
