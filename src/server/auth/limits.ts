import { createHash } from 'node:crypto'
import type { Limit, Limits } from '../env.ts'
import { AppError } from '../errors.ts'
import { type Sender, sendersPerProxy } from '../http/client-address.ts'
import type { Services } from '../services.ts'
import { clearHits, countHits, hasHits, uncountHits } from './limit-store.ts'

/** What a limit counts: its name, whose tries they are, and for how many senders these stand. */
type Subject = [name: keyof Limits, who: string, senders?: number]

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

const waitFor = async (services: Services, limits: Limits, subjects: readonly Subject[]) => {
  const counted = (some: readonly Subject[]) =>
    some.map(([name, who, senders = 1]) => {
      const { most, seconds } = limits[name]
      return { key: keyOf(name, who), limit: { most: most * senders, seconds } }
    })
  const wait = await countAll(services, counted(subjects.filter(([, , senders]) => senders === undefined)))
  const proxies = subjects.filter(([, , senders]) => senders !== undefined)
  // Whoever is beyond their own allowance uses up nothing of what others share with them.
  return wait !== undefined || proxies.length === 0 ? wait : countAll(services, counted(proxies))
}

/** Tries of one sender, at one e-mail where it is given. */
export const triesOf = (name: keyof Limits, { address, proxy }: Sender, email = ''): Subject[] => [
  [name, `${email} ${address}`],
  ...(proxy ? [[name, `${email} ${proxy}`, sendersPerProxy] satisfies Subject] : []),
]

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
const ofOnesOwn: Limit = { most: 2, seconds: 24 * 60 * 60 }
const knownSeconds = 30 * 24 * 60 * 60

const knownKey = (email: string, { address }: Sender): Buffer => keyOf('known', `${email} ${address}`)

const isKnown = ({ db, now }: Services, email: string, sender: Sender): Promise<boolean> =>
  hasHits(db, knownKey(email, sender), now())

const isBeyond = async (services: Services, name: string, who: string, limit: Limit): Promise<boolean> =>
  (await countAll(services, [{ key: keyOf(name, who), limit }])) !== undefined

/**
 * Counts a sign-in as a failure until `rememberEntry` says otherwise; throws `too_many_requests`. Nobody is locked out by
 * what others do: while an e-mail is under attack from many addresses, one that its owner has not entered from in the last
 * thirty days has two tries a day of its own, and with all others six a minute.
 */
export const countLogin = async (services: Services, email: string, sender: Sender): Promise<void> => {
  const { limits } = services.settings
  if (!limits) return
  await countTry(services, [...triesOf('login', sender, email), ...triesOf('loginAddress', sender)])
  const isAttacked = (await waitFor(services, limits, [['loginEmail', email]])) !== undefined
  if (!isAttacked || (await isKnown(services, email, sender))) return
  if (!(await isBeyond(services, 'stranger', `${email} ${sender.address}`, ofOnesOwn))) return
  const wait = await countAll(services, [{ key: keyOf('slowly', email), limit: slowly }])
  if (wait !== undefined) refuse(wait)
}

/** Somebody proved to be the owner of this e-mail: from here on they are no stranger where they are. */
export const rememberEntry = async (services: Services, email: string, sender: Sender): Promise<void> => {
  const { db, settings, now } = services
  if (!settings.limits) return
  await clearHits(db, keysOf(triesOf('login', sender, email)))
  await countHits(db, [{ key: knownKey(email, sender), seconds: knownSeconds }], now())
}

export const loginSucceeded = async (services: Services, email: string, sender: Sender): Promise<void> => {
  await takeTryBack(services, [...triesOf('loginAddress', sender), ['loginEmail', email]])
  await rememberEntry(services, email, sender)
}

/** A link from the mailbox opens the door, whatever others have tried meanwhile. */
export const resetSucceeded = async (services: Services, email: string, sender: Sender): Promise<void> => {
  if (!services.settings.limits) return
  await clearHits(services.db, [...keysOf([['loginEmail', email]]), keyOf('slowly', email)])
  await rememberEntry(services, email, sender)
}

const half = ({ most, seconds }: Limit): Limit => ({ most: Math.max(1, Math.floor(most / 2)), seconds })

/**
 * Counts a wish for a reset link, and says whether it is granted. Where the owner has entered from, they have the allowance to
 * themselves; strangers share another, of which each address gets half at most: none of them silences the owner.
 */
export const isResetGranted = async (services: Services, email: string, sender: Sender): Promise<boolean> => {
  const { limits } = services.settings
  if (!limits) return true
  if (!(await isWithinLimits(services, triesOf('forgotAddress', sender)))) return false
  if (await isKnown(services, email, sender))
    return isWithinLimits(services, [...triesOf('forgot', sender, email), ...triesOf('forgotDay', sender, email)])
  const who = `${email} ${sender.address}`
  if (await isBeyond(services, 'forgot', who, half(limits.forgot))) return false
  if (await isBeyond(services, 'forgotDay', who, half(limits.forgotDay))) return false
  return isWithinLimits(services, [
    ['forgot', email],
    ['forgotDay', email],
  ])
}
