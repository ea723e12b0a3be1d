import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { incrementHits } from '../rate-limit-store.ts'

const windowSeconds = 60

/**
 * Counts a request with a key toward the account's requests per minute, across all processes, and tells the client what is
 * left. A request whose caller is looked up again was counted the first time. Throws `too_many_requests`.
 */
export const consumeKeyRequest = async (
  { db, now, settings }: Services,
  { accountId, max }: { accountId: string; max: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  if (!settings.limits || request.admitted) return
  const key = createHash('sha256').update(`api\n${accountId}`).digest()
  const [hit] = await incrementHits(db, [{ key, seconds: windowSeconds }], now())
  const { count = 0, secondsLeft = windowSeconds } = hit ?? {}
  reply.header('ratelimit-policy', `"account";q=${max};w=${windowSeconds}`)
  reply.header('ratelimit', `"account";r=${Math.max(0, max - count)};t=${secondsLeft}`)
  if (count > max) throw new AppError('too_many_requests', { retryAfterSeconds: secondsLeft })
}
