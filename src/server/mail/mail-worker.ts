import type { FastifyBaseLogger } from 'fastify'
import type { MailFailure } from '#contract/admin.ts'
import { withTimeout } from '../http/with-timeout.ts'
import type { Services } from '../services.ts'
import { composeMail, type Mail } from './mails.ts'
import { claimMail, linkExpiresAt, type OutboxRow, removeMail, retryMinutes } from './outbox.ts'
import type { Transport } from './transport.ts'
import { failMail } from './undelivered.ts'

/**
 * A mail with a link that somebody asked for, made while sending; `undefined` when there is nothing to send, 'expired' when
 * nobody waits for it any more.
 */
export type BuildLinkMail = (row: OutboxRow) => Promise<{ to: string; mail: Mail } | 'expired' | undefined>

export interface MailWorkerOptions {
  services: Services
  transport: Transport
  buildLinkMail: BuildLinkMail
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

const concurrency = 4
// Below the first retry: a try that hangs has ended before the next one begins.
const sendTimeoutMs = 45_000

/** `rejection` for good: an unknown recipient, a refused content. `later`: this one mail. `away`: the server, for all. */
const classifyFailure = (error: unknown): 'refused' | 'later' | 'away' => {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  if (command !== 'RCPT TO' && command !== 'DATA') return 'away'
  return responseCode >= 500 ? 'refused' : 'later'
}

/** Only what cannot hold anything personal: a server's sentence quotes the address it refuses. */
const toLogFields = (error: unknown): object => {
  const { name, code, command, responseCode } = error as Error & {
    code?: string
    command?: string
    responseCode?: number
  }
  return { type: name, code, command, responseCode }
}

/** The mail server's number ("554 5.7.1") or why there is none ("ECONNREFUSED"), without its sentence. */
const codeOf = (error: unknown): string | null => {
  const { code, responseCode, response = '' } = error as { code?: string; responseCode?: number; response?: string }
  if (responseCode === undefined) return code ?? null
  return [responseCode, /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]].filter(Boolean).join(' ')
}

const hasLink = ({ kind }: OutboxRow): boolean => kind === 'reset' || kind === 'email-confirm'

/** Whether there is no other try after this one. */
const isLastAttempt = (row: OutboxRow): boolean =>
  row.attempts > retryMinutes.length || (hasLink(row) && new Date(row.due_at).getTime() > linkExpiresAt(row))

type Outcome = 'sent' | 'dropped' | 'later' | 'away'

const sendOne = async (
  { services, transport, buildLinkMail, log }: MailWorkerOptions,
  row: OutboxRow,
): Promise<Outcome> => {
  const { db, settings, now } = services
  const about = { mailId: row.id, kind: row.kind, attempts: row.attempts }
  const giveUp = async (failure: MailFailure, error?: unknown): Promise<void> => {
    await failMail(db, row.id, { failure, code: error === undefined ? null : codeOf(error), now: now() })
    log.error({ ...about, failure, ...(error !== undefined && toLogFields(error)) }, 'mail given up')
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
    else log.warn({ ...about, ...toLogFields(error) }, 'mail not sent yet')
    return failure === 'refused' ? 'dropped' : failure
  }
  await removeMail(db, row.id)
  log.info(about, 'mail sent')
  return 'sent'
}

const mailOf = ({ kind, data }: OutboxRow): Mail => ({ kind, ...data }) as Mail

/**
 * Sends what is due, a few at once, until nothing is or the mail server fails. Any number of processes may do it at the
 * same time. Returns how many were sent, and whether the mail server or the database ended it by being away.
 */
export const sendDueMails = async (delivery: MailWorkerOptions): Promise<{ sent: number; away: boolean }> => {
  const { db, now } = delivery.services
  let sent = 0
  let away = false
  const work = async (): Promise<void> => {
    while (!away) {
      const row = await claimMail(db, now())
      if (!row) return
      const outcome = await sendOne(delivery, row)
      if (outcome === 'sent') sent++
      if (outcome === 'away') away = true
    }
  }
  const giveUp = (error: unknown): void => {
    away = true
    delivery.log.warn(toLogFields(error), 'the mails to send could not be read')
  }
  await Promise.all(Array.from({ length: concurrency }, () => work().catch(giveUp)))
  return { sent, away }
}

const intervalMs = 2000
/** After a failure the others wait too: a server that is away costs one mail its try, not all of them. */
const backoffMs = 30_000

/** Delivers for as long as the server runs. Returns how to stop, which waits for what is being sent. */
export const startMailWorker = (delivery: MailWorkerOptions): (() => Promise<void>) => {
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  const round = async (): Promise<void> => {
    const { away } = await sendDueMails(delivery)
    if (!stopped) schedule(away ? backoffMs : intervalMs)
  }
  const schedule = (ms: number): void => {
    timer = setTimeout(() => {
      running = round()
    }, ms)
    timer.unref()
  }
  schedule(0)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
    delivery.transport.close()
  }
}
