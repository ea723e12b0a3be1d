import type { FastifyRequest } from 'fastify'
import { forbiddenText } from '#contract/forbidden-text.ts'
import { decide } from '#contract/policies.ts'
import type { Account, Member } from '#contract/team.ts'
import type { User } from '#contract/user.ts'
import { isDatabaseUnavailable } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Authorize } from '../http/mount.ts'
import { createRequestLimiter } from '../http/request-limit.ts'
import { setRequestUser } from '../http/request-log.ts'
import type { Services } from '../services.ts'
import type { Actor } from './actor.ts'
import { isDemoAccessDenied } from './demo-access.ts'
import { findSessionUser, touchSession } from './session-store.ts'
import { bearerToken, hashToken, sessionIdleTtlMs, sessionMaxAgeMs, sessionTouchIntervalMs } from './session-token.ts'
import { toAccount, toMember, toUser } from './store.ts'

/** Whoever sent a request that was let through. */
export interface Caller {
  accountId: string
  /** The member's, which leads name as `userId`. */
  userId: string
  identityId: string
  sessionId: string
  user: User
  account: Account
  member: Member
  actor: Actor
}

/** Sessions used and begun since these two moments are alive. */
export const sessionCutoffs = (now: Date): [idleSince: Date, begunSince: Date] => [
  new Date(now.getTime() - sessionIdleTtlMs),
  new Date(now.getTime() - sessionMaxAgeMs),
]

/** Not being able to note it keeps nobody out: what is only read goes on while the database takes no writes. */
const recordSessionUse = ({ db }: Services, tokenHash: Buffer, now: Date): Promise<unknown> =>
  touchSession(db, tokenHash, now).catch(error => {
    if (!isDatabaseUnavailable(error)) throw error
  })

const maxCachedSessions = 50_000

/** Sessions that were found alive in this process; of too many, those found longest ago are forgotten. */
const createSessionCache = () => {
  const known = new Set<string>()
  return {
    has: (tokenHash: Buffer) => known.has(tokenHash.toString('base64')),
    update: (tokenHash: Buffer, isAlive: boolean) => {
      const key = tokenHash.toString('base64')
      known.delete(key)
      if (isAlive) known.add(key)
      const [oldest] = known
      if (known.size > maxCachedSessions && oldest !== undefined) known.delete(oldest)
    },
  }
}

const findCaller = async (
  services: Services,
  tokenHash: Buffer,
  request: FastifyRequest,
): Promise<Caller | undefined> => {
  const moment = services.now()
  const row = await findSessionUser(services.db, tokenHash, ...sessionCutoffs(moment))
  if (!row || isDemoAccessDenied(services, row, request)) return undefined
  if (moment.getTime() - new Date(row.last_seen_at).getTime() > sessionTouchIntervalMs)
    await recordSessionUse(services, tokenHash, moment)
  return {
    accountId: row.account_id,
    userId: row.id,
    identityId: row.identity_id,
    sessionId: row.session_id,
    user: toUser(row, moment),
    account: toAccount(row),
    member: toMember(row),
    actor: { kind: 'user', id: row.id },
  }
}

/** The one place where the contract's `access` is enforced. State is read anew for every request. */
export const createAuthGuard =
  (
    services: Services,
    limit = createRequestLimiter(services.settings, services.now),
    known = createSessionCache(),
  ): Authorize<Caller> =>
  async (action, request) => {
    const token = bearerToken(request.headers.authorization)
    const tokenHash = token === undefined ? undefined : hashToken(token)
    // Tokens can be made up without end: an address that has spent its requests gets none looked up that is new here.
    const isLookedUp = tokenHash && (known.has(tokenHash) || !limit.isAddressExhausted(request))
    const caller = isLookedUp ? await findCaller(services, tokenHash, request) : undefined
    if (isLookedUp) known.update(tokenHash, caller !== undefined)
    if (!caller) {
      limit.countAddress(request)
      throw new AppError('session_expired')
    }
    setRequestUser(request, caller.userId)
    limit.countUser(caller.userId)
    const decision = decide(action, caller, services.now())
    if (decision === 'forbidden') throw new AppError('forbidden', { message: forbiddenText(action) })
    if (decision !== 'allowed') throw new AppError(decision)
    return caller
  }
