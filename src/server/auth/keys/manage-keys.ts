import type { FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { entitlements } from '#contract/billing/entitlements.ts'
import type { ApiKey, KeyLifetime, NewApiKey } from '#contract/keys/keys.ts'
import { toIsoTimestamp } from '../../db/client.ts'
import { AppError, requirePlan } from '../../errors.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { Services } from '../../services.ts'
import { insertAccountTrailEntry } from '../../trail/account-trail-store.ts'
import type { Caller } from '../access.ts'
import { lockAccount } from '../account-store.ts'
import { confirmPassword } from '../confirm-password.ts'
import { hashToken } from '../session-token.ts'
import { newApiKey } from './key-format.ts'
import { insertKey, type KeyRow, listKeys, revokeKey } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000

const isExpired = ({ expires_at }: KeyRow, now: Date): boolean => expires_at !== null && new Date(expires_at) <= now

const toApiKey = (row: KeyRow, now: Date): ApiKey => ({
  _id: row.id,
  nome: row.nome,
  scopes: row.scopes,
  last4: row.last4,
  createdBy: { nome: row.created_by_nome, isMember: row.is_member },
  createdAt: toIsoTimestamp(row.created_at),
  expiresAt: row.expires_at && toIsoTimestamp(row.expires_at),
  lastUsedAt: row.last_used_at && toIsoTimestamp(row.last_used_at),
  isExpired: isExpired(row, now),
})

export const listApiKeys = async ({ db, now }: Services, accountId: string): Promise<ApiKey[]> =>
  (await listKeys(db, accountId)).map(row => toApiKey(row, now()))

const expiryOf = (lifetime: KeyLifetime, now: Date): Date | null =>
  lifetime === 'never' ? null : new Date(now.getTime() + Number(lifetime) * dayMs)

/**
 * Creates a key and mails the owner. Returns the key itself, which is not stored: if the response was lost, a repetition with
 * the same id replaces it. Throws `wrong_password`, `plan_required` when the plan has no room for another key, or `not_found`
 * when a key of this id was used already.
 */
export const createApiKey = async (
  services: Services,
  caller: Caller,
  { _id: id = uuidv7(), nome, scopes, lifetime, password }: NewApiKey,
  request: FastifyRequest,
): Promise<{ key: ApiKey; token: string }> => {
  const { db, now } = services
  const { accountId, userId, user } = caller
  const held = entitlements(user, now())
  requirePlan(held, 'apiKeys')
  await confirmPassword(services, caller, password, request)
  const token = newApiKey()
  return db.transaction(async tx => {
    if (!(await lockAccount(tx, accountId))) throw new AppError('session_expired')
    const used = (await listKeys(tx, accountId)).filter(row => row.id !== id && !isExpired(row, now())).length
    requirePlan(held, 'apiKeys', ({ apiKeys }) => apiKeys > used, 'Sua conta já usa todas as chaves do plano.')
    const isStored = await insertKey(tx, accountId, {
      id,
      nome,
      keyHash: hashToken(token),
      last4: token.slice(-4),
      scopes,
      createdBy: userId,
      now: now(),
      expiresAt: expiryOf(lifetime, now()),
    })
    if (!isStored) throw new AppError('not_found')
    const entry = {
      accountId,
      actorId: userId,
      action: 'create-key',
      subject: nome,
      ip: request.ip,
      now: now(),
    } as const
    await insertAccountTrailEntry(tx, entry)
    await queueMail(tx, accountId, user.email, { kind: 'key-created', nome: user.nome, key: nome }, now())
    const row = (await listKeys(tx, accountId)).find(one => one.id === id)
    if (!row) throw new AppError('not_found')
    return { key: toApiKey(row, now()), token }
  })
}

/** Every process rejects the key from now on. Throws `not_found`. */
export const revokeApiKey = (
  { db, now }: Services,
  { accountId, userId }: Caller,
  id: string,
  ip: string,
): Promise<void> =>
  db.transaction(async tx => {
    const nome = await revokeKey(tx, accountId, id, now())
    if (nome === undefined) throw new AppError('not_found')
    await insertAccountTrailEntry(tx, {
      accountId,
      actorId: userId,
      action: 'revoke-key',
      subject: nome,
      ip,
      now: now(),
    })
  })
