import { type authApi, emailConfirmed, resetMessages, type SignedInState } from '#contract/auth/auth.ts'
import type { authAccountsApi } from '#contract/auth/auth-accounts.ts'
import { permittedActions } from '#contract/policies.ts'
import { senderOf } from '../http/limits/client-ip.ts'
import { logSecurityEvent } from '../http/log/request-log.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'
import type { Caller } from './access.ts'
import { cancelEmailChange, confirmEmail, resendEmailConfirmation } from './change-email.ts'
import { changeProfile } from './change-profile.ts'
import { confirmPassword } from './confirm-password.ts'
import { createSession } from './create-session.ts'
import { listMemberships } from './member-store.ts'
import { assertPasswordLength } from './password-length.ts'
import { consumeLimit, recordResetSuccess, senderLimitKeys, trustAddress } from './rate-limits.ts'
import { registerUser } from './register-user.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { listSessions, removeOtherSessions, removeSession } from './session-store.ts'
import { bearerToken, sessionCutoffs } from './session-token.ts'
import { changePassword, resetPassword } from './set-password.ts'
import { signIn } from './sign-in.ts'
import { findUser, shownBrandOf, toSignedInState } from './store.ts'
import { switchAccount } from './switch-account.ts'

/** Syncs with Stripe if needed: the user may have just paid. */
const getSignedInState = async ({ caller, ...services }: Services & { caller: Caller }): Promise<SignedInState> => {
  const { user, account, member } = caller
  const brand = shownBrandOf({ account_id: account._id, brand: caller.brand }, user, services.now())
  const known = { user, account, member, may: permittedActions(caller), ...(brand && { brand }) }
  if (!services.refreshSubscription || !caller.hasPendingCheckout) return known
  await services.refreshSubscription(caller.accountId, 'checkout-return')
  const row = await findUser(services.db, caller.accountId, caller.userId)
  return row ? toSignedInState(row, services.now()) : known
}

export const authRoutes: Handlers<typeof authApi & typeof authAccountsApi, Caller, Services> = {
  register: async ({ body, request, ...services }) => {
    assertPasswordLength('password', body.password, services.settings.minPasswordLength)
    await consumeLimit(services, senderLimitKeys('register', senderOf(request)))
    const user = await registerUser(services, body)
    await trustAddress(services, user.email, senderOf(request))
    logSecurityEvent(request, 'registered', { userId: user.id })
    return createSession(services, user, request.headers['user-agent'])
  },
  login: async ({ body, request, ...services }) => {
    const user = await signIn(services, body, request)
    await services.refreshSubscription?.(user.account_id, 'login')
    return createSession(services, user, request.headers['user-agent'])
  },
  logout: async ({ db, caller, request }) => {
    await removeSession(db, caller.accountId, caller.sessionId)
    logSecurityEvent(request, 'logged_out')
  },
  forgotPassword: async ({ body, request, ...services }) => {
    await requestPasswordReset(services, body.email, senderOf(request))
    logSecurityEvent(request, 'reset_requested')
    return { message: resetMessages.requested }
  },
  resetPassword: async ({ body, request, ...services }) => {
    assertPasswordLength('password', body.password, services.settings.minPasswordLength)
    await consumeLimit(services, senderLimitKeys('reset', senderOf(request)))
    const user = await resetPassword(services, body)
    await recordResetSuccess(services, user.email, senderOf(request))
    logSecurityEvent(request, 'reset_succeeded', { userId: user.id })
    return { message: resetMessages.completed }
  },
  me: getSignedInState,
  verifyToken: getSignedInState,
  updateProfile: async ({ caller, body, request, ...services }) => {
    const row = await changeProfile(services, caller, body, request)
    return toSignedInState(row, services.now())
  },
  resendEmailLink: async ({ caller, ...services }) => {
    await resendEmailConfirmation(services, caller)
  },
  cancelEmailChange: async ({ caller, ...services }) =>
    toSignedInState(await cancelEmailChange(services, caller), services.now()),
  confirmEmail: async ({ body, request, ...services }) => {
    await consumeLimit(services, senderLimitKeys('reset', senderOf(request)))
    const user = await confirmEmail(services, body)
    logSecurityEvent(request, 'email_changed', { userId: user.id })
    return { message: emailConfirmed }
  },
  changePassword: async ({ caller, body, request, ...services }) => {
    assertPasswordLength('newPassword', body.newPassword, services.settings.minPasswordLength)
    const user = await confirmPassword(services, caller, body.currentPassword, request)
    await consumeLimit(services, [['passwordChange', user.identity_id]])
    await changePassword(services, user, caller.sessionId, body.newPassword)
    logSecurityEvent(request, 'password_changed')
    return { message: 'Senha alterada com sucesso!' }
  },
  sessions: async ({ db, caller, now }) => ({
    sessions: await listSessions(db, caller.identityId, caller.sessionId, ...sessionCutoffs(now())),
  }),
  revokeOtherSessions: async ({ db, caller, request }) => {
    await removeOtherSessions(db, caller.identityId, caller.sessionId)
    logSecurityEvent(request, 'sessions_revoked')
  },
  accounts: async ({ db, caller }) => ({
    accounts: await listMemberships(db, caller.identityId, caller.accountId),
  }),
  switchAccount: async ({ caller, body, request, ...services }) => {
    const token = bearerToken(request.headers.authorization)
    if (token !== undefined && body.accountId === caller.accountId)
      return { ...(await getSignedInState({ caller, ...services })), token }
    const session = await switchAccount(services, caller, body.accountId, request.headers['user-agent'])
    logSecurityEvent(request, 'account_switched')
    return session
  },
}
