import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { idempotencyHours } from '#contract/retention.ts'
import type { QueryRunner } from '../db/client.ts'
import { AppError } from '../errors.ts'

const maxKeyLength = 255
const hourMs = 60 * 60 * 1000

const sha256 = (...parts: readonly string[]): Buffer => createHash('sha256').update(parts.join('\n')).digest()

const expiredBefore = (now: Date): Date => new Date(now.getTime() - idempotencyHours * hourMs)

interface Sender {
  accountId: string
  actor: { kind: string; id: string | null }
}

/**
 * Returns the id of what this request creates: the same id for each repetition with the same `Idempotency-Key`, and a new one
 * without a key. Creating an id twice returns what exists, so that a repetition is safe even while the first request runs, or
 * after a crash. Throws `idempotency_key_reused` if the key came with another request.
 */
export const idOfCreated = async (
  { db, now }: { db: QueryRunner; now: () => Date },
  { accountId, actor }: Sender,
  { headers, method, url }: FastifyRequest,
  body: unknown,
): Promise<string> => {
  const key = headers['idempotency-key']
  if (key === undefined) return uuidv7()
  if (typeof key !== 'string' || key === '' || key.length > maxKeyLength)
    throw new AppError('validation_failed', { fields: { 'Idempotency-Key': 'Use de 1 a 255 caracteres' } })
  const request = sha256(method, url, JSON.stringify(body))
  const row = await db.row<{ request_hash: Buffer; id: string }>(
    `insert into idempotency_keys as k (account_id, key_hash, request_hash, id, created_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, key_hash) do update
       set request_hash = case when k.created_at <= $6 then excluded.request_hash else k.request_hash end,
           id = case when k.created_at <= $6 then excluded.id else k.id end,
           created_at = case when k.created_at <= $6 then excluded.created_at else k.created_at end
     returning request_hash, id`,
    [accountId, sha256(actor.kind, actor.id ?? '', key), request, uuidv7(), now(), expiredBefore(now())],
  )
  if (!row?.request_hash.equals(request)) throw new AppError('idempotency_key_reused')
  return row.id
}

export const removeExpiredIdempotencyKeys = (db: QueryRunner, now: Date): Promise<number> =>
  db.run('delete from idempotency_keys where created_at <= $1', [expiredBefore(now)])
