import type { FastifyBaseLogger } from 'fastify'
import type { Services } from '../services.ts'
import { deliver } from './deliver.ts'
import { claimDeliveries } from './delivery-store.ts'

type Log = Pick<FastifyBaseLogger, 'warn'>

/** Per process. Far above what one account can hold up: each endpoint has at most four. */
const maxConcurrent = 200

/** Starts due deliveries up to the limit. Returns whether it found any. */
const startDue = async (
  services: Services,
  running: Set<Promise<void>>,
  log: Log,
  signal?: AbortSignal,
): Promise<boolean> => {
  const free = maxConcurrent - running.size
  const claimed = free > 0 ? await claimDeliveries(services.db, free, services.now()) : []
  for (const delivery of claimed) {
    const one = deliver(services, delivery, signal)
      .catch(err => log.warn({ err, webhook: delivery.endpoint_id }, 'webhook delivery failed, its lease will end'))
      .finally(() => running.delete(one))
    running.add(one)
  }
  return claimed.length > 0
}

/** Sends due deliveries until none is left. */
export const sendDueWebhooks = async (services: Services, log: Log): Promise<void> => {
  const running = new Set<Promise<void>>()
  while (await startDue(services, running, log)) await Promise.race(running)
  await Promise.all(running)
  if (await startDue(services, running, log)) {
    await Promise.all(running)
    await sendDueWebhooks(services, log)
  }
}

const intervalMs = 1000
const stopTimeoutMs = 3000

/**
 * Sends webhooks until the returned function is called. Safe to run in several processes. A loop of its own rather than a job,
 * because a job waits up to a minute, and three slow receivers would hold up all jobs. Stopping gives the receivers three seconds.
 */
export const startWebhookWorker = (services: Services, log: Log): (() => Promise<void>) => {
  const running = new Set<Promise<void>>()
  let round: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout
  let isStopped = false
  const hangUp = new AbortController()
  const look = async (): Promise<void> => {
    const found = await startDue(services, running, log, hangUp.signal).catch(err =>
      log.warn({ err }, 'webhook claim failed'),
    )
    // A receiver that answered makes room for the next delivery.
    if (found && running.size > 0) await Promise.race(running)
    if (!isStopped) schedule(found ? 0 : intervalMs)
  }
  const schedule = (ms: number): void => {
    timer = setTimeout(() => {
      round = look()
    }, ms)
    timer.unref()
  }
  schedule(0)
  return async () => {
    isStopped = true
    clearTimeout(timer)
    const patience = setTimeout(() => hangUp.abort(), stopTimeoutMs)
    await round.then(() => Promise.all(running))
    clearTimeout(patience)
  }
}
