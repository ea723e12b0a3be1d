import type { FastifyRequest } from 'fastify'
import type { User } from '#contract/auth/user.ts'
import { entitlements } from '#contract/billing/entitlements.ts'
import { forbiddenText } from '#contract/forbidden-text.ts'
import { decide } from '#contract/policies.ts'
import type { Account, Member } from '#contract/team/roles.ts'
import { isDatabaseUnavailable } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Authorize } from '../http/mount.ts'
import { createRequestLimiter } from '../http/request-limit.ts'
import { setRequestUser } from '../http/request-log.ts'
import type { Services } from '../services.ts'
import type { Actor } from './actor.ts'
import { isDemoAccessDenied } from './demo-access.ts'
import { findSessionUser, listSessionUsers, type SessionUserRow, touchSession } from './session-store.ts'
import { bearerToken, hashToken, sessionIdleTtlMs, sessionMaxAgeMs, sessionTouchIntervalMs } from './session-token.ts'
import { type AccountSettings, toAccount, toMember, toSettings, toUser } from './store.ts'

/** Sender of an authorized request. */
export interface Caller {
  accountId: string
  /** Id of the membership; leads refer to it as `userId`. */
  userId: string
  identityId: string
  sessionId: string
  user: User
  account: Account
  member: Member
  settings: AccountSettings
  /** Whether the plan has a seat for the member at this moment. */
  hasSeat: boolean
  actor: Actor
}

/** Returns the earliest last use and the earliest creation of a valid session. */
export const sessionCutoffs = (now: Date): [idleSince: Date, begunSince: Date] => [
  new Date(now.getTime() - sessionIdleTtlMs),
  new Date(now.getTime() - sessionMaxAgeMs),
]

/** Ignores database outages, so that reads keep working while the database is read-only. */
const recordSessionUse = ({ db }: Services, tokenHash: Buffer, now: Date): Promise<unknown> =>
  touchSession(db, tokenHash, now).catch(error => {
    if (!isDatabaseUnavailable(error)) throw error
  })

const maxCachedSessions = 50_000

/** Remembers the hashes of tokens that had a valid session. When full, drops the entry that was checked longest ago. */
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

const toCaller = (row: SessionUserRow, moment: Date): Caller => {
  const user = toUser(row, moment)
  return {
    accountId: row.account_id,
    userId: row.id,
    identityId: row.identity_id,
    sessionId: row.session_id,
    user,
    account: toAccount(row),
    member: toMember(row),
    settings: toSettings(row),
    hasSeat: row.seats_before < entitlements(user, moment).seats,
    actor: { kind: 'user', id: row.id },
  }
}

/** Returns the current callers of sessions of the accounts, by session. Sessions that have ended are missing. */
export const listCallers = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  accountIds: readonly string[],
  sessionIds: readonly string[],
): Promise<Map<string, Caller>> => {
  const moment = now()
  const rows = await listSessionUsers(db, accountIds, sessionIds, ...sessionCutoffs(moment))
  return new Map(rows.map(row => [row.session_id, toCaller(row, moment)]))
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
  return toCaller(row, moment)
}

/** The only place that enforces the contract's `access`. Reads user and account from the database for every request. */
export const createAuthGuard =
  (
    services: Services,
    limit = createRequestLimiter(services.settings, services.now),
    known = createSessionCache(),
  ): Authorize<Caller> =>
  async (action, request) => {
    const token = bearerToken(request.headers.authorization)
    const tokenHash = token === undefined ? undefined : hashToken(token)
    // Invented tokens are unlimited: once an IP address has used up its requests, only tokens known to this process are
    // looked up.
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
