import type { FastifyInstance, FastifyRequest } from 'fastify'
import { billingApi } from '#contract/billing/billing.ts'
import { healthApi } from '#contract/health.ts'
import type { Settings } from '../../env.ts'
import type { Limit } from '../../env-values.ts'
import { AppError } from '../../errors.ts'
import { senderOf, sendersPerProxy } from './client-ip.ts'

/** Fixed window per process: all counters reset together, so memory is bounded by one window. */
const createFixedWindow = ({ max, windowSeconds }: Limit) => {
  let counts = new Map<string, number>()
  let endsAt = 0
  return {
    /** Is true when the next request would exceed the limit of `senders` clients. */
    isExhausted: (key: string, nowMs: number, senders = 1): boolean =>
      nowMs < endsAt && (counts.get(key) ?? 0) >= max * senders,
    /** Throws `too_many_requests` above the limit of `senders` clients. */
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
  /** Is true when the next request of this IP address would be rejected. */
  isAddressExhausted(request: FastifyRequest): boolean
}

/**
 * Limits requests per user, and per IP address without a session. In memory, since every request is counted; account
 * protection counts in the database (decision 008).
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

// Exempt: health probes and the signed Stripe webhook, which arrive in bursts from one IP. The webhook counts requests with
// a bad signature.
const exemptPaths = new Set([healthApi.live, healthApi.ready, billingApi.webhook].map(({ path }) => `/api${path}`))

/** Counts public endpoints by IP address. Authorization counts the other requests. */
export const limitAnonymousRequests = (app: FastifyInstance, limit: RequestLimiter): void => {
  app.addHook('onRequest', (request, _, done) => {
    const { config, url = '' } = request.routeOptions
    if ((config.access ?? 'public') === 'public' && !exemptPaths.has(url)) limit.countAddress(request)
    done()
  })
}
