import type { FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '#contract/auth/user.ts'
import { entitlements } from '#contract/billing/entitlements.ts'
import { hasAccess } from '#contract/billing/subscription.ts'
import type { StoredBrand } from '#contract/brand/to-shown-brand.ts'
import { forbiddenText } from '#contract/forbidden-text.ts'
import { type Action, decide, isInScope, policyOf, type Scope } from '#contract/policies.ts'
import type { Account, Member } from '#contract/team/roles.ts'
import { isDatabaseUnavailable } from '../db/client.ts'
import { AppError, requirePlan } from '../errors.ts'
import { createRequestLimiter } from '../http/limits/request-limit.ts'
import { setRequestSender } from '../http/log/request-log.ts'
import type { Authorize } from '../http/mount.ts'
import type { Services } from '../services.ts'
import type { Actor } from './actor.ts'
import { isDemoAccessDenied } from './demo-access.ts'
import { bearerKey, isApiKey } from './keys/key-format.ts'
import { consumeKeyRequest } from './keys/request-quota.ts'
import { findKeyOwner, touchKey } from './keys/store.ts'
import { createSessionReader, type ReadSession } from './session-reader.ts'
import { listSessionUsers, type SessionUserRow, touchSession } from './session-store.ts'
import { bearerToken, hashToken, sessionCutoffs, sessionTouchIntervalMs } from './session-token.ts'
import { type AccountSettings, toAccount, toMember, toSettings, toUser, type UserRow } from './store.ts'

/** Sender of an authorized request. A key acts for the owner, and sees what a manager sees. */
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
  /** Also while the plan does not hold it. */
  brand: StoredBrand | null
  /** Whether the plan has a seat for the member at this moment. */
  hasSeat: boolean
  /** Whether the user may be returning from a payment page. */
  hasPendingCheckout: boolean
  actor: Actor
  /** Only of a key. */
  scopes?: readonly Scope[]
}

/** Lets reads work while the database is read-only. */
const ignoreOutage = (touch: Promise<unknown>): Promise<unknown> =>
  touch.catch(error => {
    if (!isDatabaseUnavailable(error)) throw error
  })

const maxCachedTokens = 50_000

/** Remembers the hashes of valid tokens and keys. When full, drops the entry that was checked longest ago. */
const createTokenCache = () => {
  const known = new Set<string>()
  const keyOf = (tokenHash: Buffer) => tokenHash.toString('latin1')
  return {
    has: (tokenHash: Buffer) => known.has(keyOf(tokenHash)),
    update: (tokenHash: Buffer, isAlive: boolean) => {
      const key = keyOf(tokenHash)
      known.delete(key)
      if (isAlive) known.add(key)
      const [oldest] = known
      if (known.size > maxCachedTokens && oldest !== undefined) known.delete(oldest)
    },
  }
}

const toCaller = (row: SessionUserRow, moment: Date): Caller => {
  const user = toUser(row, moment)
  return {
    ...callerOf(row, user),
    sessionId: row.session_id,
    hasSeat: row.seats_before < entitlements(user, moment).seats,
    hasPendingCheckout: row.has_pending_checkout,
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

const findSessionCaller = async (
  services: Services,
  readSession: ReadSession,
  tokenHash: Buffer,
  request: FastifyRequest,
): Promise<Caller | undefined> => {
  const row = await readSession(tokenHash)
  const moment = services.now()
  if (!row || isDemoAccessDenied(services, row, request)) return undefined
  if (moment.getTime() - new Date(row.last_seen_at).getTime() > sessionTouchIntervalMs)
    await ignoreOutage(touchSession(services.db, tokenHash, moment))
  return toCaller(row, moment)
}

const callerOf = (row: UserRow, user: User) => ({
  accountId: row.account_id,
  userId: row.id,
  identityId: row.identity_id,
  user,
  account: toAccount(row),
  member: toMember(row),
  settings: toSettings(row),
  brand: row.brand,
})

const keyTouchIntervalMs = 5 * 60_000

const findKeyCaller = async (
  services: Services,
  keyHash: Buffer,
  request: FastifyRequest,
): Promise<Caller | undefined> => {
  const moment = services.now()
  const row = await findKeyOwner(services.db, keyHash, moment)
  if (!row || isDemoAccessDenied(services, row, request)) return undefined
  if (row.last_used_at === null || moment.getTime() - new Date(row.last_used_at).getTime() > keyTouchIntervalMs)
    await ignoreOutage(touchKey(services.db, row.account_id, row.key_id, moment))
  return {
    ...callerOf(row, toUser(row, moment)),
    member: { _id: row.id, team_role: 'manager' },
    sessionId: row.key_id,
    hasSeat: true,
    hasPendingCheckout: false,
    actor: { kind: 'key', id: row.key_id },
    scopes: row.scopes,
  }
}

const authorizeKey = async (
  services: Services,
  action: Action,
  { accountId, user, scopes = [] }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const held = entitlements(user, services.now())
  requirePlan(held, 'apiKeys')
  await consumeKeyRequest(services, { accountId, max: held.apiRequestsPerMinute }, request, reply)
  const { scope, needsSubscription } = policyOf(action)
  if (!isInScope(action, scopes))
    throw new AppError('key_not_allowed', scope && { message: `Esta chave de API não tem a permissão ${scope}.` })
  if (needsSubscription && !hasAccess(user, services.now())) throw new AppError('subscription_required')
}

/** The only place that enforces the contract's `access`. Reads user and account from the database for every request. */
export const createAuthGuard =
  (
    services: Services,
    limit = createRequestLimiter(services.settings, services.now),
    known = createTokenCache(),
    readSession = createSessionReader(services),
  ): Authorize<Caller> =>
  async (action, request, reply) => {
    const { authorization } = request.headers
    const session = bearerToken(authorization)
    const key = session === undefined ? bearerKey(authorization) : undefined
    const token = key !== undefined && isApiKey(key) ? key : session
    const tokenHash = token === undefined ? undefined : hashToken(token)
    // Invented tokens are unlimited: once an IP address has used up its requests, only tokens known to this process are
    // looked up.
    const isLookedUp = tokenHash && (known.has(tokenHash) || !limit.isAddressExhausted(request))
    const caller = isLookedUp
      ? await (key === undefined
          ? findSessionCaller(services, readSession, tokenHash, request)
          : findKeyCaller(services, tokenHash, request))
      : undefined
    if (isLookedUp) known.update(tokenHash, caller !== undefined)
    // A request whose caller is looked up again was counted the first time.
    const isFirst = !request.admitted
    if (!caller) {
      if (isFirst) limit.countAddress(request)
      throw new AppError(key === undefined ? 'session_expired' : 'invalid_key')
    }
    if (caller.scopes) {
      setRequestSender(request, { keyId: caller.sessionId })
      await authorizeKey(services, action, caller, request, reply)
      return caller
    }
    setRequestSender(request, { userId: caller.userId })
    if (isFirst) limit.countUser(caller.userId)
    const decision = decide(action, caller, services.now())
    if (decision === 'forbidden') throw new AppError('forbidden', { message: forbiddenText(action) })
    if (decision !== 'allowed') throw new AppError(decision)
    return caller
  }
