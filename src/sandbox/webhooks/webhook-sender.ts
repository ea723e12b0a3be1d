import Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { type Attempt, type Delivery, recordAttempt } from './delivery.ts'

const timeoutMs = 10_000
const maxTimerMs = 2 ** 31 - 1
const { webhooks } = new Stripe('sk_test_sandbox', { telemetry: false })

export interface WebhookSender {
  /** Sends every delivery that is due. */
  deliver: () => void
  resend: (deliveryId: string) => void
  /** Resolves after the first attempt at every endpoint, after `withinMs`, or on stop. */
  waitForFirstAttempt: (eventId: string, withinMs: number) => Promise<void>
  stop: () => Promise<void>
}

/** Signs with real time, not the billing clock: receivers compare the signature with their own clock. */
const post = async (url: string, secret: string, payload: string, signal: AbortSignal): Promise<Attempt> => {
  const at = Date.now()
  const done = (status: number | null, failure: string | null) => ({ at, tookMs: Date.now() - at, status, failure })
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (payments sandbox)',
        'stripe-signature': webhooks.generateTestHeaderString({ payload, secret }),
      },
    })
    await response.body?.cancel()
    return done(response.status, response.ok ? null : `resposta ${response.status}`)
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    return done(null, late ? 'sem resposta em 10 s' : 'sem conexão')
  }
}

export const startWebhookSender = (account: Account): WebhookSender => {
  const { state } = account
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  let waiters: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined

  const attempt = async (delivery: Delivery): Promise<void> => {
    const event = state.events[delivery.event]
    const endpoint = state.webhookEndpoints[delivery.endpoint]
    if (!event || !endpoint) {
      delete state.deliveries[delivery.id]
      return
    }
    const payload = JSON.stringify(event, null, 2)
    const copies = Array.from({ length: delivery.copies }, () =>
      post(endpoint.url, endpoint.secret ?? '', payload, stopping.signal),
    )
    const attempts = await Promise.all(copies)
    if (stopping.signal.aborted) return
    const failed = attempts.find(({ failure }) => failure !== null)
    const [first] = attempts
    if (first) recordAttempt(delivery, failed ?? first)
    if (delivery.state === 'delivered' && event.pending_webhooks > 0) event.pending_webhooks -= 1
    if (failed) account.log(`Aviso ${event.type} não foi aceito: ${failed.failure}`)
    account.scheduleSave()
  }

  const startAttempt = (delivery: Delivery): void => {
    if (running.has(delivery.id) || stopping.signal.aborted) return
    const run = attempt(delivery).finally(() => {
      running.delete(delivery.id)
      for (const check of waiters) check()
      schedule()
    })
    running.set(delivery.id, run)
  }

  const deliverDue = (): void => {
    const now = Date.now()
    for (const delivery of Object.values(state.deliveries))
      if (delivery.nextAttemptAt !== null && delivery.nextAttemptAt <= now) startAttempt(delivery)
    schedule()
  }

  const schedule = (): void => {
    clearTimeout(timer)
    if (stopping.signal.aborted) return
    const timestamps = Object.values(state.deliveries)
      .filter(({ id, nextAttemptAt }) => nextAttemptAt !== null && !running.has(id))
      .map(({ nextAttemptAt }) => nextAttemptAt ?? 0)
    if (timestamps.length === 0) return
    timer = setTimeout(deliverDue, Math.min(maxTimerMs, Math.max(0, Math.min(...timestamps) - Date.now())))
    timer.unref()
  }

  return {
    deliver: schedule,
    resend: id => {
      const delivery = state.deliveries[id]
      if (delivery) startAttempt(delivery)
    },
    waitForFirstAttempt: (eventId, withinMs) =>
      new Promise(resolve => {
        const isOpen = () =>
          !stopping.signal.aborted &&
          Object.values(state.deliveries).some(
            ({ event, state: now, attempts }) => event === eventId && now === 'pending' && attempts.length === 0,
          )
        const finish = () => {
          clearTimeout(limit)
          waiters = waiters.filter(other => other !== check)
          resolve()
        }
        const check = () => {
          if (!isOpen()) finish()
        }
        const limit = setTimeout(finish, withinMs)
        waiters.push(check)
        check()
      }),
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await Promise.all(running.values())
      for (const check of waiters) check()
    },
  }
}
