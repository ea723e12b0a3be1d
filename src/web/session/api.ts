import { authApi, emailConfirmed, type LoginResponse, resetMessages, type SignedInState } from '#contract/auth/auth.ts'
import type {
  ChangePasswordForm,
  EmailLink,
  ForgotPasswordForm,
  LoginForm,
  ProfileChange,
  RegistrationForm,
  ResetPasswordForm,
} from '#contract/auth/auth-forms.ts'
import type { User } from '#contract/auth/user.ts'
import { call } from '#web/lib/requests/http.ts'

export const login = (body: LoginForm): Promise<LoginResponse> => call(authApi.login, { body })
export const register = (body: RegistrationForm): Promise<LoginResponse> => call(authApi.register, { body })
export const logout = (): Promise<void> => call(authApi.logout)

export const verifyToken = (signal?: AbortSignal): Promise<SignedInState> =>
  call(authApi.verifyToken, signal ? { signal } : {})
export const fetchMe = (): Promise<SignedInState> => call(authApi.me)

export const updateProfile = async (body: ProfileChange): Promise<User> =>
  (await call(authApi.updateProfile, { body })).user
/** Resends the confirmation link to the unconfirmed e-mail. */
export const resendEmailLink = (): Promise<void> => call(authApi.resendEmailLink)
export const withdrawEmail = async (): Promise<User> => (await call(authApi.cancelEmailChange)).user
export const confirmEmail = async (body: EmailLink): Promise<string> =>
  (await call(authApi.confirmEmail, { body })).message || emailConfirmed
export const changePassword = (body: ChangePasswordForm): Promise<{ message: string }> =>
  call(authApi.changePassword, { body })

/** Returns the server's message or a default. */
export const requestPasswordReset = async (body: ForgotPasswordForm): Promise<string> =>
  (await call(authApi.forgotPassword, { body })).message || resetMessages.requested
export const resetPassword = async (body: ResetPasswordForm): Promise<string> =>
  (await call(authApi.resetPassword, { body })).message || resetMessages.completed

/** Defaults for failures without a message. */
export const authErrors = {
  session: 'Sessão expirada',
  leftElsewhere: 'Você saiu em outra aba',
  login: 'Erro ao fazer login',
  register: 'Erro ao fazer cadastro',
  reload: 'Erro ao recarregar usuário',
  forgot: 'Erro ao solicitar redefinição de senha.',
  reset: 'Erro ao redefinir senha.',
  confirmEmail: 'Erro ao confirmar e-mail.',
} as const
