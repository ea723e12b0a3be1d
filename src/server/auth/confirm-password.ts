import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { logSecurity } from '../http/request-log.ts'
import type { Services } from '../services.ts'
import type { Caller } from './access.ts'
import { countTry, takeTryBack } from './limits.ts'
import { verifyPassword } from './password.ts'
import { findUser, type UserRow } from './store.ts'

/** Before what only the person themselves may do, not whoever found their screen open. Throws `wrong_password`. */
export const confirmPassword = async (
  services: Services,
  { accountId, userId, sessionId }: Caller,
  password: string,
  request: FastifyRequest,
): Promise<UserRow> => {
  await countTry(services, [['password', sessionId]])
  const user = await findUser(services.db, accountId, userId)
  if (!(await verifyPassword(user?.password_hash, password)) || !user) {
    logSecurity(request, 'wrong_password')
    throw new AppError('wrong_password')
  }
  await takeTryBack(services, [['password', sessionId]])
  return user
}
