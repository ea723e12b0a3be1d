import { ShownBrand } from '../brand/shown-brand.ts'
import { endpoint } from '../endpoint.ts'
import { actions } from '../policies.ts'
import { Account, Member } from '../team/roles.ts'
import { Timestamp } from '../values/date-inputs.ts'
import { z } from '../zod.ts'
import {
  ChangePasswordForm,
  EmailLink,
  ForgotPasswordForm,
  LoginForm,
  ProfileChange,
  RegistrationForm,
  ResetPasswordForm,
} from './auth-forms.ts'
import { User } from './user.ts'

/** The web app shows these texts when a response has no message. */
export const resetMessages = {
  requested: 'Se o e-mail existir, enviaremos as instruções.',
  completed: 'Senha redefinida com sucesso!',
} as const

export const emailConfirmed = 'E-mail confirmado com sucesso!'

export const SignedInState = z.object({
  user: User,
  account: Account,
  member: Member,
  /** Actions of the role. Some also require a subscription and a seat, see policies.ts. */
  may: z.array(z.enum(actions)),
  /** Absent when the account has none, or its plan does not hold it. */
  brand: z.optional(ShownBrand),
})
export type SignedInState = z.infer<typeof SignedInState>

export const LoginResponse = z.extend(SignedInState, { token: z.string() })
export type LoginResponse = z.infer<typeof LoginResponse>

export const MessageResponse = z.object({ message: z.string() })

export const Session = z.object({
  id: z.uuid(),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  userAgent: z.nullable(z.string()),
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const authApi = {
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    summary: 'Creates an account, starts its 3-day trial and signs in',
    body: RegistrationForm,
    status: 201,
    response: LoginResponse,
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Creates a session for e-mail and password',
    body: LoginForm,
    status: 200,
    response: LoginResponse,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'session.manage',
    summary: 'Ends the current session',
    status: 204,
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    access: 'session.manage',
    summary: 'The current user',
    status: 200,
    response: SignedInState,
  }),
  verifyToken: endpoint({
    method: 'GET',
    path: '/auth/verify-token',
    access: 'session.manage',
    summary: 'The current user, if the token is valid',
    status: 200,
    response: SignedInState,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/auth/profile',
    access: 'profile.manage',
    summary:
      'Changes the name and mails a link to confirm a new e-mail; the response does not reveal whether it is taken. Returns `stale_setting` if another device changed the same field since `was`',
    body: ProfileChange,
    status: 200,
    response: SignedInState,
  }),
  resendEmailLink: endpoint({
    method: 'POST',
    path: '/auth/email-change',
    access: 'profile.manage',
    summary: 'Mails a new link to confirm the pending e-mail',
    status: 204,
  }),
  cancelEmailChange: endpoint({
    method: 'DELETE',
    path: '/auth/email-change',
    access: 'profile.manage',
    summary: 'Cancels the pending change of the e-mail',
    status: 200,
    response: SignedInState,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/auth/confirm-email',
    access: 'public',
    summary: 'Uses a confirmation link to change the e-mail',
    body: EmailLink,
    status: 200,
    response: MessageResponse,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/auth/password',
    access: 'profile.manage',
    summary: 'Changes the password and ends all other sessions',
    body: ChangePasswordForm,
    status: 200,
    response: MessageResponse,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'public',
    summary: 'Mails a link to reset the password; the response does not reveal whether the e-mail has an account',
    body: ForgotPasswordForm,
    status: 200,
    response: MessageResponse,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    summary: 'Uses a reset link to set a new password and ends all sessions',
    body: ResetPasswordForm,
    status: 200,
    response: MessageResponse,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    access: 'session.manage',
    summary: 'Active sessions of the user',
    status: 200,
    response: z.object({ sessions: z.array(Session) }),
  }),
  revokeOtherSessions: endpoint({
    method: 'DELETE',
    path: '/auth/sessions',
    access: 'session.manage',
    summary: 'Ends all other sessions',
    status: 204,
  }),
}
