import { type authApi, emailConfirmed, resetMessages } from '#contract/auth.ts'
import type { User } from '#contract/user.ts'
import { AppError } from '../errors.ts'
import { senderOf } from '../http/client-address.ts'
import type { Routes } from '../http/mount.ts'
import { logSecurity } from '../http/request-log.ts'
import type { Services } from '../services.ts'
import { aliveSince, type Caller } from './access.ts'
import { askForReset } from './ask-for-reset.ts'
import { confirmEmail, remindOfEmail, withdrawEmail } from './change-email.ts'
import { changeProfile } from './change-profile.ts'
import { confirmPassword } from './confirm-password.ts'
import { countTry, rememberEntry, resetSucceeded, triesOf } from './limits.ts'
import { openSession } from './open-session.ts'
import { registerUser } from './register-user.ts'
import { changePassword, resetPassword } from './replace-password.ts'
import { signIn } from './sign-in.ts'
import { findUser, listSessions, removeOtherSessions, removeSession, toUser } from './store.ts'

/** A stricter minimum than the contract's, where the operator has set one. */
const refuseShortPassword = (field: string, password: string, min: number): void => {
  if ([...password].length >= min) return
  throw new AppError('validation_failed', { fields: { [field]: `Senha deve ter pelo menos ${min} caracteres` } })
}

/** As they stand now: somebody may be coming back from paying. */
const whoIsSignedIn = async ({ caller, ...services }: Services & { caller: Caller }): Promise<{ user: User }> => {
  if (!services.refreshSubscription) return { user: caller.user }
  await services.refreshSubscription(caller.accountId, 'volta do pagamento')
  const row = await findUser(services.db, caller.accountId, caller.userId)
  return { user: row ? toUser(row, services.now()) : caller.user }
}

export const authRoutes: Routes<typeof authApi, Caller, Services> = {
  register: async ({ body, request, ...services }) => {
    refuseShortPassword('password', body.password, services.settings.passwordMin)
    await countTry(services, triesOf('register', senderOf(request)))
    const user = await registerUser(services, body)
    await rememberEntry(services, user.email, senderOf(request))
    logSecurity(request, 'registered', { userId: user.id })
    return openSession(services, user, request.headers['user-agent'])
  },
  login: async ({ body, request, ...services }) => {
    const user = await signIn(services, body, request)
    await services.refreshSubscription?.(user.account_id, 'entrada')
    return openSession(services, user, request.headers['user-agent'])
  },
  logout: async ({ db, caller, request }) => {
    await removeSession(db, caller.accountId, caller.sessionId)
    logSecurity(request, 'logged_out')
  },
  forgotPassword: async ({ body, request, ...services }) => {
    await askForReset(services, body.email, senderOf(request))
    logSecurity(request, 'reset_requested')
    return { message: resetMessages.requested }
  },
  resetPassword: async ({ body, request, ...services }) => {
    refuseShortPassword('password', body.password, services.settings.passwordMin)
    await countTry(services, triesOf('reset', senderOf(request)))
    const user = await resetPassword(services, body)
    await resetSucceeded(services, user.email, senderOf(request))
    logSecurity(request, 'reset_succeeded', { userId: user.id })
    return { message: resetMessages.completed }
  },
  me: whoIsSignedIn,
  verifyToken: whoIsSignedIn,
  updateProfile: async ({ caller, body, request, ...services }) => {
    const row = await changeProfile(services, caller, body, request)
    return { user: toUser(row, services.now()) }
  },
  resendEmailLink: async ({ caller, ...services }) => {
    await remindOfEmail(services, caller)
  },
  cancelEmailChange: async ({ caller, ...services }) => ({
    user: toUser(await withdrawEmail(services, caller), services.now()),
  }),
  confirmEmail: async ({ body, request, ...services }) => {
    await countTry(services, triesOf('reset', senderOf(request)))
    const user = await confirmEmail(services, body)
    logSecurity(request, 'email_changed', { userId: user.id })
    return { message: emailConfirmed }
  },
  changePassword: async ({ caller, body, request, ...services }) => {
    refuseShortPassword('newPassword', body.newPassword, services.settings.passwordMin)
    const user = await confirmPassword(services, caller, body.currentPassword, request)
    await countTry(services, [['passwordChange', user.id]])
    await changePassword(services, user, caller.sessionId, body.newPassword)
    logSecurity(request, 'password_changed')
    return { message: 'Senha alterada com sucesso!' }
  },
  sessions: async ({ db, caller, now }) => ({
    sessions: await listSessions(db, caller.accountId, caller.userId, caller.sessionId, ...aliveSince(now())),
  }),
  revokeOtherSessions: async ({ db, caller, request }) => {
    await removeOtherSessions(db, caller.accountId, caller.userId, caller.sessionId)
    logSecurity(request, 'sessions_ended')
  },
}
