import type { FastifyRequest } from 'fastify'
import { hasAccess } from '#contract/subscription.ts'
import type { User } from '#contract/user.ts'
import { isDatabaseAway } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { generalLimit } from '../http/general-limit.ts'
import type { Admit } from '../http/mount.ts'
import { rememberUser } from '../http/request-log.ts'
import type { Services } from '../services.ts'
import { absoluteMs, bearerToken, hashToken, idleMs, touchMs } from './session-token.ts'
import { isShut } from './shut-accounts.ts'
import { findSessionUser, toUser, touchSession } from './store.ts'

/** Whoever sent a request that was let through. */
export interface Caller {
  accountId: string
  userId: string
  sessionId: string
  user: User
}

/** Sessions used and begun since these two moments are alive. */
export const aliveSince = (now: Date): [idleSince: Date, begunSince: Date] => [
  new Date(now.getTime() - idleMs),
  new Date(now.getTime() - absoluteMs),
]

/** Not being able to note it keeps nobody out: what is only read goes on while the database takes no writes. */
const noteUse = ({ db }: Services, tokenHash: Buffer, now: Date): Promise<unknown> =>
  touchSession(db, tokenHash, now).catch(error => {
    if (!isDatabaseAway(error)) throw error
  })

const mostKnown = 50_000

/** Sessions that were found alive in this process; of too many, those found longest ago are forgotten. */
const knownSessions = () => {
  const known = new Set<string>()
  return {
    has: (tokenHash: Buffer) => known.has(tokenHash.toString('base64')),
    note: (tokenHash: Buffer, isAlive: boolean) => {
      const key = tokenHash.toString('base64')
      known.delete(key)
      if (isAlive) known.add(key)
      const [oldest] = known
      if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
    },
  }
}

const findCaller = async (
  services: Services,
  tokenHash: Buffer,
  request: FastifyRequest,
): Promise<Caller | undefined> => {
  const moment = services.now()
  const row = await findSessionUser(services.db, tokenHash, ...aliveSince(moment))
  if (!row || isShut(services, row, request)) return undefined
  const user = toUser(row, moment)
  if (moment.getTime() - new Date(row.last_seen_at).getTime() > touchMs) await noteUse(services, tokenHash, moment)
  return { accountId: row.account_id, userId: row.id, sessionId: row.session_id, user }
}

/** The one place where the contract's `access` is enforced. State is read anew for every request. */
export const admitting =
  (services: Services, limit = generalLimit(services.settings, services.now), known = knownSessions()): Admit<Caller> =>
  async (access, request) => {
    const token = bearerToken(request.headers.authorization)
    const tokenHash = token === undefined ? undefined : hashToken(token)
    // Tokens can be made up without end: an address that has spent its requests gets none looked up that is new here.
    const isLookedUp = tokenHash && (known.has(tokenHash) || !limit.isAddressSpent(request))
    const caller = isLookedUp ? await findCaller(services, tokenHash, request) : undefined
    if (isLookedUp) known.note(tokenHash, caller !== undefined)
    if (!caller) {
      limit.countAddress(request)
      throw new AppError('session_expired')
    }
    rememberUser(request, caller.userId)
    limit.countUser(caller.userId)
    if (access === 'admin' && caller.user.role !== 'admin') throw new AppError('forbidden')
    if (access === 'subscription' && !hasAccess(caller.user, services.now()))
      throw new AppError('subscription_required')
    return caller
  }
