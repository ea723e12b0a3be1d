import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { logSecurityEvent } from '../http/log/request-log.ts'
import type { Services } from '../services.ts'
import type { Caller } from './access.ts'
import { verifyPassword } from './password.ts'
import { consumeLimit, refundLimit } from './rate-limits.ts'
import { findUser, type UserRow } from './store.ts'

/** Re-authenticates before a sensitive action, in case the device is unattended. Throws `wrong_password`. */
export const confirmPassword = async (
  services: Services,
  { accountId, userId, sessionId }: Caller,
  password: string,
  request: FastifyRequest,
): Promise<UserRow> => {
  await consumeLimit(services, [['password', sessionId]])
  const user = await findUser(services.db, accountId, userId)
  if (!(await verifyPassword(user?.password_hash, password)) || !user) {
    logSecurityEvent(request, 'wrong_password')
    throw new AppError('wrong_password')
  }
  await refundLimit(services, [['password', sessionId]])
  return user
}
