import { ChangePasswordForm } from '#contract/auth/auth-forms.ts'
import { z } from '#contract/zod.ts'

const isRepeated = (form: { newPassword: string; confirmPassword: string }) => form.newPassword === form.confirmPassword

/** Fields of the password form: the request and the repeated password. */
export const NewPasswordForm = z.object({ ...ChangePasswordForm.shape, confirmPassword: z.string() }).check(
  z.refine(isRepeated, {
    error: 'Senhas não coincidem',
    path: ['confirmPassword'],
    // Runs even if another field is invalid, so that the form shows every error at once.
    when: () => true,
  }),
)
