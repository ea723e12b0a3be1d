import { v7 as uuidv7 } from 'uuid'
import type { Suspicion } from '#contract/capture/capture-fields.ts'
import { senderLimitKeys, tryConsumeLimit } from '../auth/rate-limits.ts'
import { AppError } from '../errors.ts'
import type { Sender } from '../http/limits/client-ip.ts'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../http/limits/concurrency-limiter.ts'
import type { Services } from '../services.ts'
import { captureLead } from './capture-lead.ts'
import type { PublicForm } from './form-store.ts'
import {
  findTooLong,
  type ReadSubmission,
  readSubmission,
  type SentFields,
  withoutOwnFields,
} from './read-submission.ts'
import { countOpen, type NewSubmission } from './submission-store.ts'

/** Suspected submissions of a form that are kept; further ones only seem to be. */
const maxSuspects = 500
/** Waiting submissions of a form. Beyond, senders are told to try again later. */
const maxWaiting = 10_000

/** One at a time per account: the account's lock allows no more, and those that wait would take all connections. */
const limiters = new Map<string, ConcurrencyLimiter>()

const inTurn = async <Result>(accountId: string, work: () => Promise<Result>): Promise<Result> => {
  const limiter = limiters.get(accountId) ?? createConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 2000 })
  limiters.set(accountId, limiter)
  const release = await limiter.acquire(() => new AbortController().signal)
  try {
    return await work()
  } finally {
    release()
    if (limiter.isIdle()) limiters.delete(accountId)
  }
}

/** A form's page, or a program that sends from elsewhere. */
export interface Origin {
  sender: Sender
  /** Only from a page: it was filled in faster than a person could. */
  isTooFast?: boolean
}

const findSuspicion = async (
  services: Services,
  { id }: PublicForm,
  { isHoneypotFilled }: ReadSubmission,
  { sender, isTooFast }: Origin,
): Promise<Suspicion | undefined> => {
  if (isHoneypotFilled) return 'honeypot'
  if (isTooFast) return 'too-fast'
  const isWithinPace = await tryConsumeLimit(services, [...senderLimitKeys('capture', sender, id), ['captureForm', id]])
  return isWithinPace ? undefined : 'pace'
}

/** The version that the page showed, or the current one for other systems. */
const agreedVersion = ({ consent_version: current }: PublicForm, read: ReadSubmission): number | null => {
  if (!read.hasConsent || current === 0) return null
  return read.consentVersion !== undefined && read.consentVersion > 0 && read.consentVersion <= current
    ? read.consentVersion
    : current
}

/**
 * Stores what was sent to a form: as a lead, as waiting or as suspected; the sender cannot tell which. Throws `validation_failed`
 * for nothing usable or too much, and `too_many_requests` or `too_many_at_once` if it could not be stored.
 */
export const receiveSubmission = async (
  services: Services,
  form: PublicForm,
  sent: SentFields,
  origin: Origin,
): Promise<void> => {
  const read = readSubmission(sent)
  const tooLong = findTooLong(read)
  if (Object.keys(tooLong).length > 0) throw new AppError('validation_failed', { fields: tooLong })
  const submission: NewSubmission = {
    account_id: form.account_id,
    id: uuidv7(),
    form_id: form.id,
    at: services.now(),
    fields: withoutOwnFields(sent),
    consent_version: agreedVersion(form, read),
  }
  if (submission.fields.length === 0)
    throw new AppError('validation_failed', { message: 'Nada foi enviado. Preencha os campos.' })
  const suspicion = await findSuspicion(services, form, read, origin)
  const open = await countOpen(services.db, form.account_id, form.id, maxWaiting)
  if (suspicion && open.suspects >= maxSuspects) return
  if (open.waiting >= maxWaiting) throw new AppError('too_many_requests', { retryAfterSeconds: 3600 })
  await inTurn(form.account_id, () => captureLead(services, form, submission, suspicion))
}
