import { ChangePasswordForm } from '#contract/auth.ts'
import { z } from '#contract/zod.ts'

const isRepeated = (form: { newPassword: string; confirmPassword: string }) => form.newPassword === form.confirmPassword

/** What the screen asks for: the change, and the new password once more. */
export const NewPasswordForm = z.object({ ...ChangePasswordForm.shape, confirmPassword: z.string() }).check(
  z.refine(isRepeated, {
    error: 'Senhas não coincidem',
    path: ['confirmPassword'],
    // Also while another field is wrong, so that the form shows every error at once.
    when: () => true,
  }),
)
