import { BoundedText, Email, RequiredText } from '../values/text.ts'
import { z } from '../zod.ts'
import { invalidLink } from './mailed-link.ts'

const nameTooShort = 'Nome deve ter pelo menos 2 caracteres'

export const UserName = RequiredText(120, nameTooShort).check(
  z.refine(name => name.trim().length >= 2, { error: nameTooShort }),
  z.refine(name => !/[\p{Cc}\u2028\u2029]/u.test(name), { error: 'Escreva o nome em uma linha só' }),
)

export const minPasswordLength = 6
const maxPasswordLength = 128

const passwordTooShort = 'Senha deve ter pelo menos 6 caracteres'
const passwordTooLong = `Senha deve ter no máximo ${maxPasswordLength} caracteres`

/** Never trimmed, cut or normalized. Length counts code points, not UTF-16 units. */
const Password = (tooShort: string) =>
  BoundedText(2 * maxPasswordLength, tooShort, passwordTooLong).check(
    z.refine(password => password.isWellFormed(), { error: 'Há um caractere inválido; apague e digite novamente' }),
    z.refine(password => [...password].length >= minPasswordLength, { error: tooShort }),
    z.refine(password => [...password].length <= maxPasswordLength, { error: passwordTooLong }),
  )

/** Longer than the limit for new passwords, so that an old, longer password still matches. */
export const CurrentPassword = (missing: string) => BoundedText(1024, missing)

const PasswordConfirmation = (different: string) => BoundedText(2 * maxPasswordLength, different, different)

export const LoginForm = z.object({ email: Email, password: Password(passwordTooShort) })
export type LoginForm = z.infer<typeof LoginForm>

export const RegistrationForm = z
  .object({
    nome: UserName,
    email: Email,
    password: Password(passwordTooShort),
    confirmPassword: PasswordConfirmation('Senhas não coincidem'),
  })
  .check(
    z.refine(form => form.password === form.confirmPassword, {
      error: 'Senhas não coincidem',
      path: ['confirmPassword'],
      when: ({ value }) => hasBoth(value, 'password', 'confirmPassword'),
    }),
  )
export type RegistrationForm = z.infer<typeof RegistrationForm>

/** Registration with the e-mail of an invitation. */
export const JoinForm = z.object({ nome: UserName, password: Password(passwordTooShort) })
export type JoinForm = z.infer<typeof JoinForm>

/** Compares two fields while other fields are still invalid, so that a form shows every error at once. */
function hasBoth(value: unknown, a: string, b: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return typeof fields[a] === 'string' && typeof fields[b] === 'string'
}

export const ChangePasswordForm = z.object({
  currentPassword: CurrentPassword('Senha atual é obrigatória').check(
    z.minLength(1, { error: 'Senha atual é obrigatória' }),
  ),
  newPassword: Password('Nova senha deve ter pelo menos 6 caracteres'),
})
export type ChangePasswordForm = z.infer<typeof ChangePasswordForm>

export const ForgotPasswordForm = z.object({ email: Email })
export type ForgotPasswordForm = z.infer<typeof ForgotPasswordForm>

export const ResetPasswordForm = z
  .object({
    email: Email,
    token: BoundedText(200, invalidLink),
    password: Password(passwordTooShort),
    confirmPassword: PasswordConfirmation('As senhas não coincidem'),
  })
  .check(
    z.refine(form => form.password === form.confirmPassword, {
      error: 'As senhas não coincidem',
      path: ['confirmPassword'],
      when: ({ value }) => hasBoth(value, 'password', 'confirmPassword'),
    }),
  )
export type ResetPasswordForm = z.infer<typeof ResetPasswordForm>

export const EmailLink = z.object({
  email: Email,
  token: BoundedText(200, invalidLink),
})
export type EmailLink = z.infer<typeof EmailLink>

/** `currentPassword` is required to change the e-mail. */
export const ProfileForm = z.object({
  nome: UserName,
  email: Email,
  currentPassword: z.optional(BoundedText(1024, 'Senha atual é obrigatória')),
})
export type ProfileForm = z.infer<typeof ProfileForm>

/** `was`: what the caller had shown. Without it, both fields are taken. */
export const ProfileChange = z.extend(ProfileForm, {
  was: z.optional(z.object({ nome: UserName, email: Email })),
})
export type ProfileChange = z.infer<typeof ProfileChange>
