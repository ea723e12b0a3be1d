import type { ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import type { FastifyReply } from 'fastify'
import type { Endpoint, Weight } from '#contract/endpoint.ts'
import {
  type ConcurrencyLimiter,
  type ConcurrencyLimits,
  createConcurrencyLimiter,
  type Release,
  tooManyAtOnce,
} from './concurrency-limiter.ts'

interface ClassLimits {
  perAccount: ConcurrencyLimits
  /** All accounts together: request bodies in transfer or queued. */
  totalBodies?: ConcurrencyLimits
  /** All accounts together: calls in progress, each with a database connection. */
  totalRunning?: ConcurrencyLimits
}

type RequestClass = Weight | 'light' | 'provider'

/** A sorted search of a large account keeps a core of the database busy, so one account never takes all cores. */
export const searchesPerAccount = availableParallelism() > 2 ? 2 : 1

/**
 * One account uses few of the ten connections; heavy calls of all accounts together leave four. Limits are per process
 * (decision 008).
 */
const limitsByClass: Record<RequestClass, ClassLimits> = {
  light: { perAccount: { maxConcurrent: 4, maxQueued: 200 } },
  // Calls that wait for Stripe hold no connection, so the account's lead requests must not queue behind them.
  provider: { perAccount: { maxConcurrent: 8, maxQueued: 20 } },
  search: {
    perAccount: { maxConcurrent: searchesPerAccount, maxQueued: 50 },
    totalRunning: { maxConcurrent: 4, maxQueued: 200 },
  },
  export: { perAccount: { maxConcurrent: 2, maxQueued: 10 } },
  restore: {
    perAccount: { maxConcurrent: 1, maxQueued: 100 },
    totalBodies: { maxConcurrent: 8, maxQueued: 100 },
    totalRunning: { maxConcurrent: 2, maxQueued: 8 },
  },
}

/** Admitted call. It ends once the response is sent or timed out and its handler has finished. */
export interface Admission {
  /** Resolves when a connection is available. Throws `too_many_at_once`. */
  start(): Promise<void>
  finish(): void
}

export interface AdmissionControl {
  /** Queues the request per account before its body is read. Throws `too_many_at_once`. */
  admit(endpoint: Endpoint, accountId: string, reply: FastifyReply): Promise<Admission>
}

const createClassLimiter = ({ perAccount, totalBodies, totalRunning }: ClassLimits) => {
  const accounts = new Map<string, ConcurrencyLimiter>()
  const [bodyLimiter, runLimiter] = [
    totalBodies && createConcurrencyLimiter(totalBodies),
    totalRunning && createConcurrencyLimiter(totalRunning),
  ]

  const admit = async (accountId: string, createSignal: () => AbortSignal): Promise<Release> => {
    const accountLimiter = accounts.get(accountId) ?? createConcurrencyLimiter(perAccount)
    accounts.set(accountId, accountLimiter)
    const releaseAccount = await accountLimiter.acquire(createSignal)
    const leave = () => {
      releaseAccount()
      if (accountLimiter.isIdle() && accounts.get(accountId) === accountLimiter) accounts.delete(accountId)
    }
    const releaseBody = await bodyLimiter?.acquire(createSignal).catch(error => {
      leave()
      throw error
    })
    return () => {
      releaseBody?.()
      leave()
    }
  }
  return { admit, runLimiter }
}

/** The client may have left during authorization. Then no further 'close' would free the slot. */
const isClosed = ({ closed, destroyed }: ServerResponse): boolean => closed || destroyed

const closeSignal = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController()
  if (isClosed(response)) controller.abort()
  else response.once('close', () => controller.abort())
  return controller.signal
}

export const createAdmissionControl = (): AdmissionControl => {
  const limiters = {
    light: createClassLimiter(limitsByClass.light),
    provider: createClassLimiter(limitsByClass.provider),
    search: createClassLimiter(limitsByClass.search),
    export: createClassLimiter(limitsByClass.export),
    restore: createClassLimiter(limitsByClass.restore),
  }
  return {
    admit: async ({ weight, callsPaymentProvider }, accountId, { raw, request }) => {
      const known = typeof weight === 'function' ? weight(request.query as Record<string, unknown>) : weight
      const limiter = limiters[known ?? (callsPaymentProvider ? 'provider' : 'light')]
      const createSignal = () => closeSignal(raw)
      if (isClosed(raw)) throw tooManyAtOnce()
      const leave = await limiter.admit(accountId, createSignal)
      let isOver = isClosed(raw)
      let isRunning = false
      let releaseRun: Release | undefined
      const leaveWhenDone = () => {
        if (!isRunning && isOver) leave()
      }
      raw.once('close', () => {
        isOver = true
        leaveWhenDone()
      })
      leaveWhenDone()
      return {
        start: async () => {
          releaseRun = await limiter.runLimiter?.acquire(createSignal)
          isRunning = true
        },
        finish: () => {
          isRunning = false
          releaseRun?.()
          leaveWhenDone()
        },
      }
    },
  }
}
