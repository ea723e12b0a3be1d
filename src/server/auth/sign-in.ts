import type { FastifyRequest } from 'fastify'
import type { LoginForm } from '#contract/auth/auth-forms.ts'
import { AppError } from '../errors.ts'
import { senderOf } from '../http/limits/client-ip.ts'
import { logSecurityEvent } from '../http/log/request-log.ts'
import type { Services } from '../services.ts'
import { isDemoAccessDenied } from './demo-access.ts'
import { verifyPassword } from './password.ts'
import { consumeLoginLimits, recordLoginSuccess } from './rate-limits.ts'
import { findUserByEmail, type UserRow } from './store.ts'

/** Verifies e-mail and password. Throws `invalid_credentials` if either is wrong, or `too_many_requests`. */
export const signIn = async (services: Services, form: LoginForm, request: FastifyRequest): Promise<UserRow> => {
  const sender = senderOf(request)
  await consumeLoginLimits(services, form.email, sender)
  const user = await findUserByEmail(services.db, form.email)
  const fits = await verifyPassword(user?.password_hash, form.password)
  if (!user || !fits) {
    logSecurityEvent(request, 'login_failed', { userId: user?.id })
    throw new AppError('invalid_credentials')
  }
  if (isDemoAccessDenied(services, user, request)) {
    request.log.warn(
      { userId: user.id },
      'login to a demo account denied; `npm run admin -- --remove-demo` deletes the demo accounts',
    )
    throw new AppError('invalid_credentials')
  }
  await recordLoginSuccess(services, form.email, sender)
  logSecurityEvent(request, 'login_succeeded', { userId: user.id })
  return user
}
