import { type Entitlements, entitlements } from '#contract/billing/entitlements.ts'
import { hasAccess } from '#contract/billing/subscription.ts'
import type { Suspicion, WaitingReason } from '#contract/capture/capture-fields.ts'
import type { Lead, LeadForm } from '#contract/leads/leads.ts'
import { toDateIn } from '#contract/values/dates.ts'
import { phoneKey } from '#contract/values/phone.ts'
import { emailKey } from '#contract/values/text.ts'
import { findOwner } from '../auth/member-store.ts'
import { toUser } from '../auth/store.ts'
import type { QueryRunner } from '../db/client.ts'
import { AppError, requirePlan } from '../errors.ts'
import { textBytes, toLeadForm } from '../leads/fields/lead-columns.ts'
import { listMatchingLeads } from '../leads/read/matching-leads.ts'
import { type LeadWriter, type Writer, writeLeads } from '../leads/write/lead-writer.ts'
import type { Services } from '../services.ts'
import type { PublicForm } from './form-store.ts'
import { findProblems, type ReadSubmission, readSubmission, toCapturedLead } from './read-submission.ts'
import {
  type Ending,
  findNextMember,
  insertConsent,
  insertTurn,
  lockOpenSubmission,
  type NewSubmission,
  saveSubmission,
} from './submission-store.ts'

interface FormWriter extends Writer {
  user: NonNullable<Writer['user']>
  timezone: string
  held: Entitlements
  isOpen: boolean
}

/** Writes leads as the form, within the quota of its account. Throws `not_found` if the account was deleted. */
const findFormWriter = async ({ db, now }: Services, form: PublicForm): Promise<FormWriter> => {
  const owner = await findOwner(db, form.account_id)
  if (!owner) throw new AppError('not_found')
  const user = toUser(owner, now())
  return {
    accountId: form.account_id,
    actor: { kind: 'form', id: form.id },
    userId: null,
    user,
    timezone: owner.timezone,
    held: entitlements(user, now()),
    isOpen: hasAccess(user, now()),
  }
}

/** Reasons that hold before the account's leads are counted. */
const reasonToWait = (form: PublicForm, writer: FormWriter, submission: ReadSubmission): WaitingReason | undefined => {
  if (!writer.isOpen) return 'ended'
  if (form.position >= writer.held.captureForms) return 'form-limit'
  if (!form.is_active) return 'inactive'
  const problems = Object.keys(
    findProblems(submission, { required: form.required, asksConsent: form.consent_version > 0 }),
  )
  if (problems.length === 0) return undefined
  return problems.every(problem => problem === 'consentimento') ? 'consent' : 'incomplete'
}

/** A member who looked at the submission accepts what is missing, but not more than the plan holds. */
const assertMayAdmit = (reason: WaitingReason | undefined, form: PublicForm, { held }: FormWriter): void => {
  if (reason === 'ended') throw new AppError('subscription_required')
  requirePlan(held, 'captureForms', ({ captureForms }) => captureForms > form.position)
}

const repetitionMs = 10 * 60_000

/** Returns the lead that the same person has become through a form in the last minutes. */
const findRepeated = async (
  tx: QueryRunner,
  { accountId }: Writer,
  lead: LeadForm,
  now: Date,
): Promise<Lead | undefined> => {
  const phones = [phoneKey(lead.telefone) ?? []].flat()
  const emails = phones.length > 0 ? [] : [emailKey(lead.email) ?? []].flat()
  if (phones.length + emails.length === 0) return undefined
  const createdSince = new Date(now.getTime() - repetitionMs)
  const found = await listMatchingLeads(tx, { accountId }, { ids: [], phones, emails }, { createdSince })
  return found.map(one => one.lead).findLast(one => one.origem === 'formulario')
}

/** Fills what was empty, and adds another message. */
const mergeRepeated = (current: LeadForm, again: LeadForm): LeadForm => ({
  ...current,
  nome: current.nome || again.nome,
  negocio: current.negocio || again.negocio,
  telefone: current.telefone || again.telefone,
  email: current.email || again.email,
  descricaoServico: current.descricaoServico.includes(again.descricaoServico)
    ? current.descricaoServico
    : [current.descricaoServico, again.descricaoServico].filter(Boolean).join('\n').slice(0, 5000),
  baseLegal: current.baseLegal ?? again.baseLegal ?? null,
})

const merge = async (leads: LeadWriter, repeated: Lead, lead: LeadForm): Promise<Ending> => {
  const current = toLeadForm(repeated)
  const merged = mergeRepeated(current, lead)
  if (textBytes(merged) - textBytes(current) > (await leads.room()).bytes)
    return { outcome: 'waiting', reason: 'limit' }
  const isSame = merged.baseLegal === current.baseLegal && textBytes(merged) === textBytes(current)
  if (!isSame) await leads.update(repeated, merged)
  return { outcome: 'merged', leadId: repeated._id }
}

const add = async (
  leads: LeadWriter,
  form: PublicForm,
  { held }: FormWriter,
  submission: NewSubmission,
  lead: LeadForm,
  now: Date,
): Promise<Ending> => {
  const room = await leads.room()
  if (room.leads < 1 || room.bytes < textBytes(lead)) return { outcome: 'waiting', reason: 'limit' }
  const next =
    form.distribution === 'none'
      ? undefined
      : await findNextMember(leads.tx, form.account_id, form.id, form.member_ids, held.seats)
  await leads.insert(submission.id, lead, next?.id ?? null)
  if (next && form.distribution === 'turns') await insertTurn(leads.tx, submission, next.id, submission.id, now)
  return { outcome: 'lead', leadId: submission.id }
}

interface Settling {
  /** A member admits it. Otherwise it may wait. */
  isByHand?: boolean
  /** Keeps it from becoming a lead. */
  suspicion?: Suspicion | undefined
}

/** Decides under the account's lock what a submission becomes, and stores both in one transaction. */
const settle = (
  services: Services,
  form: PublicForm,
  writer: FormWriter,
  submission: NewSubmission,
  leads: LeadWriter,
  { isByHand = false, suspicion }: Settling = {},
): Promise<Ending> => {
  const now = services.now()
  const read = { ...readSubmission(submission.fields), hasConsent: submission.consent_version !== null }
  const reason = reasonToWait(form, writer, read)
  const lead = toCapturedLead(read, toDateIn(writer.timezone, now))
  const decide = async (): Promise<Ending> => {
    const [isErased] = await leads.findErased([lead])
    if (isErased) return { outcome: 'refused', reason: 'erased' }
    if (suspicion) return { outcome: 'suspect', reason: suspicion }
    if (isByHand) assertMayAdmit(reason, form, writer)
    else if (reason) return { outcome: 'waiting', reason }
    const repeated = await findRepeated(leads.tx, writer, lead, now)
    return repeated ? merge(leads, repeated, lead) : add(leads, form, writer, submission, lead, now)
  }
  return decide().then(async ending => {
    await saveSubmission(leads.tx, submission, ending)
    if (ending.leadId && submission.consent_version !== null) await insertConsent(leads.tx, submission, ending.leadId)
    return ending
  })
}

/** A form of a deleted account is gone, rather than a session. */
const orGone = (error: unknown): never => {
  throw error instanceof AppError && error.code === 'session_expired' ? new AppError('not_found') : error
}

/**
 * Turns a submission into a lead, or lets it wait. Whatever the plan holds, it is stored. Throws `not_found` if the account was
 * deleted.
 */
export const captureLead = async (
  services: Services,
  form: PublicForm,
  submission: NewSubmission,
  suspicion?: Suspicion,
): Promise<Ending> => {
  const writer = await findFormWriter(services, form)
  return writeLeads(services.db, writer, { adds: true }, leads =>
    settle(services, form, writer, submission, leads, { suspicion }),
  ).catch(orGone)
}

const limitErrors = { plan: 'lead_limit_reached', trial: 'trial_limit_reached' } as const

/**
 * Turns a stored submission into a lead. By hand, one that is incomplete or suspected too; then what the plan does not hold is an
 * error. Returns `undefined` if it waits no more.
 */
export const admitSubmission = async (
  services: Services,
  form: PublicForm,
  id: string,
  { isByHand = false }: Settling = {},
): Promise<Ending | undefined> => {
  const writer = await findFormWriter(services, form)
  return writeLeads(services.db, writer, { adds: true }, async leads => {
    const stored = await lockOpenSubmission(leads.tx, form.account_id, id)
    if (!stored) return undefined
    const submission = { ...stored, at: new Date(stored.at) }
    const ending = await settle(services, form, writer, submission, leads, { isByHand })
    if (isByHand && ending.outcome === 'waiting')
      throw new AppError(limitErrors[writer.user.is_trial ? 'trial' : 'plan'])
    return ending
  })
}
