import type { ServiceInvoiceHook } from '../env.ts'
import type { OutboundResponse } from '../outbound/outbound.ts'
import type { Services } from '../services.ts'
import { retryDelayMs } from '../webhooks/retry-schedule.ts'
import { signedHeaders } from '../webhooks/sign.ts'
import { payloadOf } from './payload.ts'
import { type ClaimedMessage, claimMessage, recordAttempt } from './store.ts'

const dayMs = 24 * 60 * 60_000

const post = (services: Services, { url, secret }: ServiceInvoiceHook, message: ClaimedMessage) => {
  const { outbound, now, settings } = services
  const body = payloadOf(message, { brandName: settings.brandName, isLive: settings.stripe?.isLive ?? false })
  const headers = {
    'content-type': 'application/json',
    'user-agent': `${settings.brandName}-Webhooks/1`,
    ...signedHeaders([secret], message.id, body, now()),
  }
  return outbound.post(url, headers, body)
}

const isTaken = ({ status = 0 }: OutboundResponse): boolean => status >= 200 && status < 300

/** Sends due messages. A message is never given up, because the law asks for the invoice: after the schedule, once a day. */
export const sendServiceInvoices = async (services: Services, hook: ServiceInvoiceHook): Promise<void> => {
  const { db, now, warn } = services
  for (let message = await claimMessage(db, now()); message; message = await claimMessage(db, now())) {
    const outcome = await post(services, hook, message)
    const { status, error, retryAfterSeconds } = outcome
    const delayMs = isTaken(outcome) ? undefined : (retryDelayMs(message.attempts, retryAfterSeconds) ?? dayMs)
    const retryAt = delayMs === undefined ? undefined : new Date(now().getTime() + delayMs)
    await recordAttempt(db, message, outcome, { now: now(), retryAt })
    if (retryAt) warn?.({ message: message.id, attempts: message.attempts, status, error }, 'service invoice not taken')
  }
}
