import {
  ChangePasswordForm,
  EmailLink,
  ForgotPasswordForm,
  LoginForm,
  ProfileForm,
  RegistrationForm,
  ResetPasswordForm,
} from './auth-forms.ts'
import { Timestamp } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { actions } from './policies.ts'
import { Account, Member } from './team.ts'
import { User } from './user.ts'
import { z } from './zod.ts'

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
    summary: 'Opens an account, starts its 3-day trial and signs in',
    body: RegistrationForm,
    status: 201,
    response: LoginResponse,
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Signs in',
    body: LoginForm,
    status: 200,
    response: LoginResponse,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'session.manage',
    summary: 'Ends this session at once',
    status: 204,
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    access: 'session.manage',
    summary: 'The signed-in user',
    status: 200,
    response: SignedInState,
  }),
  verifyToken: endpoint({
    method: 'GET',
    path: '/auth/verify-token',
    access: 'session.manage',
    summary: 'The signed-in user, if the token still holds',
    status: 200,
    response: SignedInState,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/auth/profile',
    access: 'profile.manage',
    summary:
      'Changes the name, and mails a link to confirm another e-mail; the answer never tells whether somebody has it',
    body: ProfileForm,
    status: 200,
    response: SignedInState,
  }),
  resendEmailLink: endpoint({
    method: 'POST',
    path: '/auth/email-change',
    access: 'profile.manage',
    summary: 'Mails the link to confirm the e-mail once more',
    status: 204,
  }),
  cancelEmailChange: endpoint({
    method: 'DELETE',
    path: '/auth/email-change',
    access: 'profile.manage',
    summary: 'Leaves the e-mail as it is',
    status: 200,
    response: SignedInState,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/auth/confirm-email',
    access: 'public',
    summary: 'Changes the e-mail by a link, once',
    body: EmailLink,
    status: 200,
    response: MessageResponse,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/auth/password',
    access: 'profile.manage',
    summary: 'Changes the password and ends every other session',
    body: ChangePasswordForm,
    status: 200,
    response: MessageResponse,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'public',
    summary: 'Mails a link to choose a new password, if anybody has the address; the answer never tells',
    body: ForgotPasswordForm,
    status: 200,
    response: MessageResponse,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    summary: 'Sets a new password by a link, once, and ends every session',
    body: ResetPasswordForm,
    status: 200,
    response: MessageResponse,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    access: 'session.manage',
    summary: 'Where the user is signed in',
    status: 200,
    response: z.object({ sessions: z.array(Session) }),
  }),
  revokeOtherSessions: endpoint({
    method: 'DELETE',
    path: '/auth/sessions',
    access: 'session.manage',
    summary: 'Ends every session but this one',
    status: 204,
  }),
}
