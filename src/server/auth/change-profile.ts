import type { FastifyRequest } from 'fastify'
import type { ProfileChange } from '#contract/auth/auth-forms.ts'
import { AppError } from '../errors.ts'
import { logSecurityEvent } from '../http/log/request-log.ts'
import { mergeChange } from '../http/merge-change.ts'
import type { Services } from '../services.ts'
import type { Caller } from './access.ts'
import { requestEmailChange } from './change-email.ts'
import { confirmPassword } from './confirm-password.ts'
import { findUser, type UserRow, updateProfile } from './store.ts'

const missingPassword = { currentPassword: 'Senha atual é obrigatória' }

/**
 * Changes the name at once and requests an e-mail change, which needs the current password: the e-mail's owner can reset the
 * password. Throws `wrong_password`, `validation_failed` without a password, or `stale_setting` with what is stored.
 */
export const changeProfile = async (
  services: Services,
  caller: Caller,
  { currentPassword, was, ...form }: ProfileChange,
  request: FastifyRequest,
): Promise<UserRow> => {
  const { accountId, userId, identityId, user } = caller
  const { nome, email } = mergeChange({ nome: user.nome, email: user.email }, form, was)
  if (email.toLowerCase() !== user.email.toLowerCase()) {
    if (!currentPassword) throw new AppError('validation_failed', { fields: missingPassword })
    await requestEmailChange(services, await confirmPassword(services, caller, currentPassword, request), email)
    logSecurityEvent(request, 'email_change_requested')
  }
  await updateProfile(services.db, identityId, nome, email)
  const row = await findUser(services.db, accountId, userId)
  if (!row) throw new AppError('session_expired')
  return row
}
