import type { FastifyInstance, FastifyRequest } from 'fastify'
import { billingApi } from '#contract/billing.ts'
import { healthApi } from '#contract/health.ts'
import type { Limit, Settings } from '../env.ts'
import { AppError } from '../errors.ts'
import { senderOf, sendersPerProxy } from './client-ip.ts'

/** Counts in this process alone, all windows ending together: nothing is kept longer than one of them. */
const createFixedWindow = ({ max, windowSeconds }: Limit) => {
  let counts = new Map<string, number>()
  let endsAt = 0
  return {
    /** Whether one more would be beyond the limit of so many senders. */
    isExhausted: (key: string, nowMs: number, senders = 1): boolean =>
      nowMs < endsAt && (counts.get(key) ?? 0) >= max * senders,
    /** Counts one more; throws `too_many_requests` beyond the limit of so many senders. */
    count: (key: string, nowMs: number, senders = 1): void => {
      if (nowMs >= endsAt || nowMs < endsAt - windowSeconds * 1000) {
        counts = new Map()
        endsAt = nowMs + windowSeconds * 1000
      }
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count > max * senders)
        throw new AppError('too_many_requests', { retryAfterSeconds: Math.ceil((endsAt - nowMs) / 1000) })
    },
  }
}

export interface RequestLimiter {
  countUser(userId: string): void
  countAddress(request: FastifyRequest): void
  /** Whether the address would be refused, were it counted once more. */
  isAddressExhausted(request: FastifyRequest): boolean
}

/**
 * How many requests one user, or one address without a session, may send. In memory, because it is asked on every request
 * and only guards the process's own strength; what guards accounts is counted in the database (decision 008).
 */
export const createRequestLimiter = ({ limits }: Settings, now: () => Date): RequestLimiter => {
  if (!limits) return { countUser: () => {}, countAddress: () => {}, isAddressExhausted: () => false }
  const users = createFixedWindow(limits.user)
  const addresses = createFixedWindow(limits.address)
  return {
    countUser: userId => users.count(userId, now().getTime()),
    countAddress: request => {
      const { address, proxy } = senderOf(request)
      addresses.count(address, now().getTime())
      if (proxy) addresses.count(proxy, now().getTime(), sendersPerProxy)
    },
    isAddressExhausted: request => {
      const { address, proxy } = senderOf(request)
      const moment = now().getTime()
      return (
        addresses.isExhausted(address, moment) ||
        (proxy !== undefined && addresses.isExhausted(proxy, moment, sendersPerProxy))
      )
    },
  }
}

// What machines call in bursts from one address: probes of the platform, and the payment provider, which signs. What is not
// signed as it should be is counted where that is found out.
const exemptPaths = new Set([healthApi.live, healthApi.ready, billingApi.webhook].map(({ path }) => `/api${path}`))

/** Counts what needs no session by its address; the rest is counted where the session is looked up. */
export const limitAnonymousRequests = (app: FastifyInstance, limit: RequestLimiter): void => {
  app.addHook('onRequest', async request => {
    const { config, url = '' } = request.routeOptions
    if ((config.access ?? 'public') === 'public' && !exemptPaths.has(url)) limit.countAddress(request)
  })
}
