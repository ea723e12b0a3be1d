import Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { type Attempt, type Delivery, recordAttempt } from './delivery.ts'

const answerWithinMs = 10_000
const longestTimerMs = 2 ** 31 - 1
const { webhooks } = new Stripe('sk_test_sandbox', { telemetry: false })

export interface Courier {
  /** Sets out with everything that is due. */
  deliver: () => void
  resend: (deliveryId: string) => void
  /** Resolves when every endpoint has answered this event or failed once, at the latest after the time or when stopped. */
  answered: (eventId: string, withinMs: number) => Promise<void>
  stop: () => Promise<void>
}

/** The signature is made from real time, whatever the billing clock says: receivers compare it with their own wall. */
const post = async (url: string, secret: string, payload: string, signal: AbortSignal): Promise<Attempt> => {
  const at = Date.now()
  const done = (status: number | null, failure: string | null) => ({ at, tookMs: Date.now() - at, status, failure })
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (payments sandbox)',
        'stripe-signature': webhooks.generateTestHeaderString({ payload, secret }),
      },
    })
    await answer.body?.cancel()
    return done(answer.status, answer.ok ? null : `resposta ${answer.status}`)
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    return done(null, late ? 'sem resposta em 10 s' : 'sem conexão')
  }
}

export const startCourier = (account: Account): Courier => {
  const { state } = account
  const stopping = new AbortController()
  const underway = new Map<string, Promise<void>>()
  let waiting: (() => void)[] = []
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
    account.changed()
  }

  const setOut = (delivery: Delivery): void => {
    if (underway.has(delivery.id) || stopping.signal.aborted) return
    const run = attempt(delivery).finally(() => {
      underway.delete(delivery.id)
      for (const look of waiting) look()
      schedule()
    })
    underway.set(delivery.id, run)
  }

  const deliverDue = (): void => {
    const now = Date.now()
    for (const delivery of Object.values(state.deliveries))
      if (delivery.nextAttemptAt !== null && delivery.nextAttemptAt <= now) setOut(delivery)
    schedule()
  }

  const schedule = (): void => {
    clearTimeout(timer)
    if (stopping.signal.aborted) return
    const moments = Object.values(state.deliveries)
      .filter(({ id, nextAttemptAt }) => nextAttemptAt !== null && !underway.has(id))
      .map(({ nextAttemptAt }) => nextAttemptAt ?? 0)
    if (moments.length === 0) return
    timer = setTimeout(deliverDue, Math.min(longestTimerMs, Math.max(0, Math.min(...moments) - Date.now())))
    timer.unref()
  }

  return {
    deliver: schedule,
    resend: id => {
      const delivery = state.deliveries[id]
      if (delivery) setOut(delivery)
    },
    answered: (eventId, withinMs) =>
      new Promise(resolve => {
        const isOpen = () =>
          !stopping.signal.aborted &&
          Object.values(state.deliveries).some(
            ({ event, state: now, attempts }) => event === eventId && now === 'pending' && attempts.length === 0,
          )
        const finish = () => {
          clearTimeout(limit)
          waiting = waiting.filter(other => other !== look)
          resolve()
        }
        const look = () => {
          if (!isOpen()) finish()
        }
        const limit = setTimeout(finish, withinMs)
        waiting.push(look)
        look()
      }),
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await Promise.all(underway.values())
      for (const look of waiting) look()
    },
  }
}
