import { authApi, type LoginForm, type PasswordChange, type RegistrationForm, type SignedIn } from '#contract/auth.ts'
import type { ProfileForm, User } from '#contract/user.ts'
import { call } from '#web/lib/http.ts'

export const login = (body: LoginForm): Promise<SignedIn> => call(authApi.login, { body })
export const register = (body: RegistrationForm): Promise<SignedIn> => call(authApi.register, { body })
export const logout = (): Promise<void> => call(authApi.logout)

export const verifyToken = async (signal?: AbortSignal): Promise<User> =>
  (await call(authApi.verifyToken, signal ? { signal } : {})).user
export const fetchMe = async (): Promise<User> => (await call(authApi.me)).user

export const updateProfile = async (body: ProfileForm): Promise<User> =>
  (await call(authApi.updateProfile, { body })).user
export const changePassword = (body: PasswordChange): Promise<{ message: string }> =>
  call(authApi.changePassword, { body })

/** Where the server gave no sentence of its own. */
export const failures = {
  session: 'Sessão expirada',
  login: 'Erro ao fazer login',
  register: 'Erro ao fazer cadastro',
  reload: 'Erro ao recarregar usuário',
} as const
