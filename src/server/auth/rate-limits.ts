import { createHash } from 'node:crypto'
import type { Limit, Limits } from '../env-values.ts'
import { AppError } from '../errors.ts'
import { type Sender, sendersPerProxy } from '../http/limits/client-ip.ts'
import type { Services } from '../services.ts'
import { decrementHits, hasActiveHits, incrementHits, resetHits } from './rate-limit-store.ts'

/** What a limit counts: its name, a user, e-mail or IP address, and the number of senders behind a proxy. */
type LimitKey = [name: keyof Limits, who: string, senders?: number]

const keyOf = (name: string, who: string): Buffer =>
  createHash('sha256').update(`${name}\n${who.toLowerCase()}`).digest()

const keysOf = (subjects: readonly LimitKey[]): Buffer[] => subjects.map(([name, who]) => keyOf(name, who))

/**
 * Counts attempts before they run, so that concurrent attempts cannot exceed a limit. Returns the seconds to wait, if any.
 */
const incrementAll = async ({ db, now }: Services, counted: readonly { key: Buffer; limit: Limit }[]) => {
  const hits = counted.map(({ key, limit }) => ({ key, seconds: limit.windowSeconds }))
  const counts = await incrementHits(db, hits, now())
  const waits = counts.flatMap(({ count, secondsLeft }, index) =>
    count > (counted[index]?.limit.max ?? 0) ? [secondsLeft] : [],
  )
  return waits.length === 0 ? undefined : Math.max(...waits)
}

const secondsUntilAllowed = async (services: Services, limits: Limits, subjects: readonly LimitKey[]) => {
  const counted = (some: readonly LimitKey[]) =>
    some.map(([name, who, senders = 1]) => {
      const { max, windowSeconds } = limits[name]
      return { key: keyOf(name, who), limit: { max: max * senders, windowSeconds } }
    })
  const wait = await incrementAll(services, counted(subjects.filter(([, , senders]) => senders === undefined)))
  const proxies = subjects.filter(([, , senders]) => senders !== undefined)
  // A sender over its own limit does not use up the limit shared with others behind the same proxy.
  return wait !== undefined || proxies.length === 0 ? wait : incrementAll(services, counted(proxies))
}

/** Limits per sender, and per e-mail if given. */
export const senderLimitKeys = (name: keyof Limits, { address, proxy }: Sender, email = ''): LimitKey[] => [
  [name, `${email} ${address}`],
  ...(proxy ? [[name, `${email} ${proxy}`, sendersPerProxy] satisfies LimitKey] : []),
]

const throwTooManyRequests = (retryAfterSeconds: number): never => {
  throw new AppError('too_many_requests', { retryAfterSeconds })
}

/** Counts an attempt for each key. Returns `false` if one is over its limit. */
export const tryConsumeLimit = async (services: Services, subjects: readonly LimitKey[]): Promise<boolean> => {
  const { limits } = services.settings
  return limits === undefined || (await secondsUntilAllowed(services, limits, subjects)) === undefined
}

/** Counts an attempt for each key. Throws `too_many_requests` with the time to wait if one is over its limit. */
export const consumeLimit = async (services: Services, subjects: readonly LimitKey[]): Promise<void> => {
  const { limits } = services.settings
  const wait = limits && (await secondsUntilAllowed(services, limits, subjects))
  if (wait !== undefined) throwTooManyRequests(wait)
}

/** Refunds attempts that did not fail. */
export const refundLimit = async ({ db, settings }: Services, subjects: readonly LimitKey[]): Promise<void> => {
  if (settings.limits) await decrementHits(db, keysOf(subjects))
}

const underAttackLimit: Limit = { max: 6, windowSeconds: 60 }
const strangerLimit: Limit = { max: 2, windowSeconds: 24 * 60 * 60 }
const trustedAddressSeconds = 30 * 24 * 60 * 60

const trustedAddressKey = (email: string, { address }: Sender): Buffer => keyOf('known', `${email} ${address}`)

const isTrustedAddress = ({ db, now }: Services, email: string, sender: Sender): Promise<boolean> =>
  hasActiveHits(db, trustedAddressKey(email, sender), now())

const incrementPastLimit = async (services: Services, name: string, owner: string, limit: Limit): Promise<boolean> =>
  (await incrementAll(services, [{ key: keyOf(name, owner), limit }])) !== undefined

/**
 * Counts a login as failed until `trustAddress` is called. Throws `too_many_requests`. Never locks the owner out because of
 * others: during an attack from many IPs, an IP without a login in the last 30 days gets two attempts a day of its own, and
 * shares six a minute with all such IPs.
 */
export const consumeLoginLimits = async (services: Services, email: string, sender: Sender): Promise<void> => {
  const { limits } = services.settings
  if (!limits) return
  await consumeLimit(services, [...senderLimitKeys('login', sender, email), ...senderLimitKeys('loginAddress', sender)])
  const isAttacked = (await secondsUntilAllowed(services, limits, [['loginEmail', email]])) !== undefined
  if (!isAttacked || (await isTrustedAddress(services, email, sender))) return
  if (!(await incrementPastLimit(services, 'stranger', `${email} ${sender.address}`, strangerLimit))) return
  const wait = await incrementAll(services, [{ key: keyOf('slowly', email), limit: underAttackLimit }])
  if (wait !== undefined) throwTooManyRequests(wait)
}

/** Call it after the owner of this e-mail was verified: later attempts from this IP do not count as a stranger's. */
export const trustAddress = async (services: Services, email: string, sender: Sender): Promise<void> => {
  const { db, settings, now } = services
  if (!settings.limits) return
  await resetHits(db, keysOf(senderLimitKeys('login', sender, email)))
  await incrementHits(db, [{ key: trustedAddressKey(email, sender), seconds: trustedAddressSeconds }], now())
}

export const recordLoginSuccess = async (services: Services, email: string, sender: Sender): Promise<void> => {
  await refundLimit(services, [...senderLimitKeys('loginAddress', sender), ['loginEmail', email]])
  await trustAddress(services, email, sender)
}

/** Clears the counts for this e-mail, because the user has just proved that the mailbox is theirs. */
export const recordResetSuccess = async (services: Services, email: string, sender: Sender): Promise<void> => {
  if (!services.settings.limits) return
  await resetHits(services.db, [...keysOf([['loginEmail', email]]), keyOf('slowly', email)])
  await trustAddress(services, email, sender)
}

const half = ({ max, windowSeconds }: Limit): Limit => ({ max: Math.max(1, Math.floor(max / 2)), windowSeconds })

/**
 * Counts a request for a reset link and returns whether it is within the limits. IPs of earlier logins have a limit of their
 * own. Unknown IPs share another, at most half of it each, so that no stranger can use up the owner's.
 */
export const tryConsumeResetLimits = async (services: Services, email: string, sender: Sender): Promise<boolean> => {
  const { limits } = services.settings
  if (!limits) return true
  if (!(await tryConsumeLimit(services, senderLimitKeys('forgotAddress', sender)))) return false
  if (await isTrustedAddress(services, email, sender))
    return tryConsumeLimit(services, [
      ...senderLimitKeys('forgot', sender, email),
      ...senderLimitKeys('forgotDay', sender, email),
    ])
  const who = `${email} ${sender.address}`
  if (await incrementPastLimit(services, 'forgot', who, half(limits.forgot))) return false
  if (await incrementPastLimit(services, 'forgotDay', who, half(limits.forgotDay))) return false
  return tryConsumeLimit(services, [
    ['forgot', email],
    ['forgotDay', email],
  ])
}
