import { createHash } from 'node:crypto'
import type { Limit, Limits } from '../env.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { clearHits, countHits, hasHits, uncountHits } from './limit-store.ts'

/** What a limit counts: its name, and whose tries they are. */
type Subject = [name: keyof Limits, who: string]

const keyOf = (name: string, who: string): Buffer =>
  createHash('sha256').update(`${name}\n${who.toLowerCase()}`).digest()

const keysOf = (subjects: readonly Subject[]): Buffer[] => subjects.map(([name, who]) => keyOf(name, who))

/** Counts a try before it is made, so that a hundred at once cannot all slip through. Seconds to wait, or `undefined`. */
const countAll = async ({ db, now }: Services, counted: readonly { key: Buffer; limit: Limit }[]) => {
  const hits = counted.map(({ key, limit }) => ({ key, seconds: limit.seconds }))
  const counts = await countHits(db, hits, now())
  const waits = counts.flatMap(({ count, secondsLeft }, index) =>
    count > (counted[index]?.limit.most ?? 0) ? [secondsLeft] : [],
  )
  return waits.length === 0 ? undefined : Math.max(...waits)
}

const waitFor = (services: Services, limits: Limits, subjects: readonly Subject[]) =>
  countAll(
    services,
    subjects.map(([name, who]) => ({ key: keyOf(name, who), limit: limits[name] })),
  )

const refuse = (retryAfterSeconds: number): never => {
  throw new AppError('too_many_requests', { retryAfterSeconds })
}

/** Counts a try of each and says whether all are within their limits. */
export const isWithinLimits = async (services: Services, subjects: readonly Subject[]): Promise<boolean> => {
  const { limits } = services.settings
  return limits === undefined || (await waitFor(services, limits, subjects)) === undefined
}

/** Counts a try of each; throws `too_many_requests` with the time to wait when one is beyond its limit. */
export const countTry = async (services: Services, subjects: readonly Subject[]): Promise<void> => {
  const { limits } = services.settings
  const wait = limits && (await waitFor(services, limits, subjects))
  if (wait !== undefined) refuse(wait)
}

/** After a try that turned out to be no failure. */
export const takeTryBack = async ({ db, settings }: Services, subjects: readonly Subject[]): Promise<void> => {
  if (settings.limits) await uncountHits(db, keysOf(subjects))
}

const slowly: Limit = { most: 6, seconds: 60 }
const knownSeconds = 30 * 24 * 60 * 60

/**
 * Counts a sign-in as a failure until `loginSucceeded` says otherwise; throws `too_many_requests`. Nobody is locked out by
 * what others do: an e-mail under attack from many addresses is only slowed down, to six tries a minute, and not at all
 * for addresses from which its owner has entered in the last thirty days.
 */
export const countLogin = async (services: Services, email: string, address: string): Promise<void> => {
  const { limits } = services.settings
  if (!limits) return
  await countTry(services, [
    ['login', `${email} ${address}`],
    ['loginAddress', address],
  ])
  const isAttacked = (await waitFor(services, limits, [['loginEmail', email]])) !== undefined
  if (!isAttacked || (await hasHits(services.db, keyOf('known', `${email} ${address}`), services.now()))) return
  const wait = await countAll(services, [{ key: keyOf('slowly', email), limit: slowly }])
  if (wait !== undefined) refuse(wait)
}

export const loginSucceeded = async (services: Services, email: string, address: string): Promise<void> => {
  const { db, settings, now } = services
  if (!settings.limits) return
  const pair = `${email} ${address}`
  await clearHits(db, [keyOf('login', pair)])
  await takeTryBack(services, [
    ['loginAddress', address],
    ['loginEmail', email],
  ])
  await countHits(db, [{ key: keyOf('known', pair), seconds: knownSeconds }], now())
}
