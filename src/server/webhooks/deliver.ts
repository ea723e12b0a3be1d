import { entitlements } from '#contract/billing/entitlements.ts'
import { pingEvent } from '#contract/webhooks/events.ts'
import { queueMail } from '../mail/outbox.ts'
import type { OutboundResponse } from '../outbound/outbound.ts'
import type { Services } from '../services.ts'
import {
  type ClaimedDelivery,
  type EndpointOwner,
  findEndpointOwner,
  findMessageLeads,
  recordAttempt,
  skipPending,
} from './delivery-store.ts'
import { payloadOf } from './payload.ts'
import { retryDelayMs, slowDownMsOf, verdictOn } from './retry-schedule.ts'
import { signedHeaders } from './sign.ts'
import { countOutcome, disableEndpoint, type EndpointRow, findEndpoint, markWarned } from './store.ts'

/** What an endpoint's secrets are encrypted for. */
export const secretContext = (accountId: string, endpointId: string): string => `webhook ${accountId} ${endpointId}`

/** Returns the current secret, and the previous one until its time is up. */
const readSecrets = ({ secrets, now }: Services, endpoint: EndpointRow): string[] | undefined => {
  const context = secretContext(endpoint.account_id, endpoint.id)
  const current = secrets.decrypt(endpoint.secret, context)
  if (current === undefined) return undefined
  const isOldValid = endpoint.old_secret_until !== null && new Date(endpoint.old_secret_until) > now()
  const old = isOldValid && endpoint.old_secret ? secrets.decrypt(endpoint.old_secret, context) : undefined
  return old === undefined ? [current] : [current, old]
}

/** Sends once. The same id and body in every attempt let the receiver recognize a repetition. */
const send = async (
  services: Services,
  endpoint: EndpointRow,
  { id, body, signal }: { id: string; body: string; signal: AbortSignal | undefined },
): Promise<OutboundResponse> => {
  const { outbound, now, settings } = services
  const secrets = readSecrets(services, endpoint)
  if (!secrets) return { error: 'secret-unreadable', ms: 0 }
  const headers = {
    'content-type': 'application/json',
    'user-agent': `${settings.brandName}-Webhooks/1`,
    ...signedHeaders(secrets, id, body, now()),
  }
  return outbound.post(endpoint.url, headers, body, signal)
}

const isSuccess = ({ status = 0 }: OutboundResponse): boolean => status >= 200 && status < 300

const goneStatus = 410

/** Stores the outcome with what follows from it: another attempt, a mail, or the end of the endpoint. */
const settle = (
  { db, now }: Services,
  endpoint: EndpointRow,
  owner: EndpointOwner,
  delivery: ClaimedDelivery,
  outcome: OutboundResponse,
): Promise<void> =>
  db.transaction(async tx => {
    const { status, retryAfterSeconds } = outcome
    const ok = isSuccess(outcome)
    const isGone = status === goneStatus
    const delayMs = ok || isGone ? undefined : retryDelayMs(delivery.attempts, retryAfterSeconds)
    const later = (ms: number) => new Date(now().getTime() + ms)
    const retryAt = delayMs === undefined ? undefined : later(delayMs)
    const state = ok ? 'delivered' : retryAt ? 'pending' : 'failed'
    const slowDownMs = slowDownMsOf(status, retryAfterSeconds)
    const notBefore = slowDownMs === undefined ? null : later(slowDownMs)
    const counted = await countOutcome(tx, endpoint, { isSuccess: ok, notBefore, now: now() })
    await recordAttempt(tx, delivery, state, { ...outcome, now: now(), retryAt })
    if (ok || counted?.state !== 'active' || counted.failing_since === null) return
    const verdict = isGone ? 'disable' : verdictOn(counted.failures, new Date(counted.failing_since), now())
    const mail = { nome: owner.nome, url: endpoint.url }
    if (verdict === 'disable') {
      await disableEndpoint(tx, endpoint, isGone ? 'gone' : 'failing')
      await skipPending(tx, endpoint.account_id, endpoint.id)
      const reason = isGone ? 'gone' : 'failing'
      await queueMail(tx, endpoint.account_id, owner.email, { kind: 'webhook-disabled', reason, ...mail }, now())
    } else if (verdict === 'warn' && counted.warned_at === null) {
      await markWarned(tx, endpoint, now())
      await queueMail(tx, endpoint.account_id, owner.email, { kind: 'webhook-failing', ...mail }, now())
    }
  })

/**
 * Sends a claimed delivery and stores the outcome. A ping is a test: it is sent once and counts for nothing. If `signal` aborts it
 * before the receiver responded, stores nothing: it is repeated after its lease.
 */
export const deliver = async (services: Services, delivery: ClaimedDelivery, signal?: AbortSignal): Promise<void> => {
  const { db, now } = services
  const endpoint = await findEndpoint(db, delivery.account_id, delivery.endpoint_id)
  const owner = endpoint && (await findEndpointOwner(db, delivery))
  if (!owner) return
  const skip = (error: 'plan-paused' | 'erased') => recordAttempt(db, delivery, 'skipped', { error, now: now() })
  if (owner.older >= entitlements(owner, now()).webhooks) await skip('plan-paused')
  else {
    const body = payloadOf(delivery, await findMessageLeads(db, delivery))
    if (body === undefined) await skip('erased')
    else {
      const outcome = await send(services, endpoint, { id: delivery.message_id, body, signal })
      if (signal?.aborted && outcome.status === undefined) return
      if (delivery.type === pingEvent)
        await recordAttempt(db, delivery, isSuccess(outcome) ? 'delivered' : 'failed', { ...outcome, now: now() })
      else await settle(services, endpoint, owner, delivery, outcome)
    }
  }
}
