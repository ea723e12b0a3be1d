import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { MailFailure } from '#contract/admin.ts'
import { withTimeout } from '../http/limits/with-timeout.ts'
import type { Services } from '../services.ts'
import { composeMail, type Mail } from './mails.ts'
import { claimMail, linkExpiresAt, type OutboxRow, removeMail, retryMinutes } from './outbox.ts'
import type { Transport } from './transport.ts'
import { failMail } from './undelivered.ts'

/**
 * Builds a mail with a link at send time. Returns 'expired' for a request that is too old, `undefined` when nothing is to
 * be sent.
 */
export type BuildLinkMail = (row: OutboxRow) => Promise<{ to: string; mail: Mail } | 'expired' | undefined>

export interface MailWorkerOptions {
  services: Services
  transport: Transport
  buildLinkMail: BuildLinkMail
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

const concurrency = 4
// Below the first retry interval, so that a hanging attempt ends before the next one.
const sendTimeoutMs = 45_000

/**
 * `refused`: permanent, such as an unknown recipient. `later`: temporary, this mail only. `server-unavailable`: no mail can
 * be sent.
 */
const classifyFailure = (error: unknown): 'refused' | 'later' | 'server-unavailable' => {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  if (command !== 'RCPT TO' && command !== 'DATA') return 'server-unavailable'
  return responseCode >= 500 ? 'refused' : 'later'
}

/** Omits the server's text, which quotes the recipient's e-mail. */
const toLogFields = (error: unknown): object => {
  const { name, code, command, responseCode } = error as Error & {
    code?: string
    command?: string
    responseCode?: number
  }
  return { type: name, code, command, responseCode }
}

/** Returns the server's status ("554 5.7.1") or the connection error ("ECONNREFUSED"), without the server's text. */
const codeOf = (error: unknown): string | null => {
  const { code, responseCode, response = '' } = error as { code?: string; responseCode?: number; response?: string }
  if (responseCode === undefined) return code ?? null
  return [responseCode, /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]].filter(Boolean).join(' ')
}

const hasLink = ({ kind }: OutboxRow): boolean => ['reset', 'email-confirm', 'invite', 'digest'].includes(kind)

const isLastAttempt = (row: OutboxRow): boolean =>
  row.attempts > retryMinutes.length || (hasLink(row) && new Date(row.due_at).getTime() > linkExpiresAt(row))

type Outcome = 'sent' | 'dropped' | 'later' | 'server-unavailable'

const sendOne = async (
  { services, transport, buildLinkMail, log }: MailWorkerOptions,
  row: OutboxRow,
): Promise<Outcome> => {
  const { db, settings, now } = services
  const about = { mailId: row.id, kind: row.kind, attempts: row.attempts }
  const giveUp = async (failure: MailFailure, error?: unknown): Promise<void> => {
    await failMail(db, row.id, { failure, code: error === undefined ? null : codeOf(error), now: now() })
    log.error({ ...about, failure, ...(error !== undefined && toLogFields(error)) }, 'mail delivery failed for good')
  }
  const made = hasLink(row) ? await buildLinkMail(row) : { to: row.recipient, mail: mailOf(row) }
  if (made === 'expired') {
    await giveUp('expired')
    return 'dropped'
  }
  if (!made) {
    await removeMail(db, row.id)
    return 'dropped'
  }
  try {
    const outgoing = { id: row.id, to: made.to, ...composeMail(made.mail, settings, now()) }
    await withTimeout(transport.send(outgoing), sendTimeoutMs, () => new Error('the mail server took too long'))
  } catch (error) {
    const failure = classifyFailure(error)
    if (failure === 'refused') await giveUp('refused', error)
    else if (isLastAttempt(row)) await giveUp('exhausted', error)
    else log.warn({ ...about, ...toLogFields(error) }, 'mail delivery failed, retry scheduled')
    return failure === 'refused' ? 'dropped' : failure
  }
  await removeMail(db, row.id)
  log.info(about, 'mail sent')
  return 'sent'
}

const mailOf = ({ kind, data }: OutboxRow): Mail => ({ kind, ...data }) as Mail

/**
 * Sends due mails concurrently until none is left, the mail server fails or `signal` aborts; safe to run in several processes.
 * `isUnavailable` is true when the mail server or the database is unavailable.
 */
export const sendDueMails = async (
  delivery: MailWorkerOptions,
  signal?: AbortSignal,
): Promise<{ sent: number; isUnavailable: boolean }> => {
  const { db, now } = delivery.services
  let sent = 0
  let isUnavailable = false
  const work = async (): Promise<void> => {
    while (!isUnavailable && !signal?.aborted) {
      const row = await claimMail(db, now())
      if (!row) return
      const outcome = await sendOne(delivery, row)
      if (outcome === 'sent') sent++
      if (outcome === 'server-unavailable') isUnavailable = true
    }
  }
  const giveUp = (error: unknown): void => {
    isUnavailable = true
    delivery.log.warn(toLogFields(error), 'outbox read failed')
  }
  await Promise.all(Array.from({ length: concurrency }, () => work().catch(giveUp)))
  return { sent, isUnavailable }
}

const intervalMs = 2000
/** Pauses all mails after a server failure, so that an outage costs one mail an attempt, not all. */
const backoffMs = 30_000
const stopTimeoutMs = 3000

/** Runs until the returned function is called, which waits up to three seconds for the mails in progress. */
export const startMailWorker = (delivery: MailWorkerOptions): (() => Promise<void>) => {
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  const stopping = new AbortController()
  const { signal } = stopping
  const round = async (): Promise<void> => {
    const { isUnavailable } = await sendDueMails(delivery, signal)
    if (!signal.aborted) schedule(isUnavailable ? backoffMs : intervalMs)
  }
  const schedule = (ms: number): void => {
    timer = setTimeout(() => {
      running = round()
    }, ms)
    timer.unref()
  }
  schedule(0)
  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await Promise.race([running, sleep(stopTimeoutMs, undefined, { ref: false })])
    delivery.transport.close()
  }
}
