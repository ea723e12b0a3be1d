import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ResetPasswordForm as Reset } from '#contract/auth/auth-forms.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { PasswordHint } from '#web/forms/password-hint.tsx'
import { ApiError, errorMessage } from '#web/lib/requests/api-error.ts'
import { clearToken } from '#web/lib/token.ts'
import { paths } from '#web/lib/url/paths.ts'
import { authErrors, resetPassword } from '#web/session/api.ts'
import { clearStoredUser, getStoredEmail } from '#web/session/stored-user.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Link } from '#web/ui/link.tsx'
import { linkClass } from '#web/ui/link-class.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { FormSuccess } from './form-success.tsx'

export interface ResetLink {
  token: string
  email: string
}

/** Removes a stored session of this account, which the reset has revoked. */
const clearSessionOf = (email: string): void => {
  if (getStoredEmail()?.toLowerCase() !== email.toLowerCase()) return
  clearToken()
  clearStoredUser()
}

export const ResetPasswordForm = ({ link }: { link: ResetLink }) => {
  const [successMessage, setSuccessMessage] = useState<string>()
  const [failure, setFailure] = useState<{ text: string; isLink: boolean }>()
  const { register, handleSubmit, setError, trigger, control, formState } = useForm({
    resolver: zodResolver(Reset),
    mode: 'onTouched',
    defaultValues: { ...link, password: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = formState
  const password = useWatch({ control, name: 'password' })

  const submit = handleSubmit(
    async form => {
      setFailure(undefined)
      try {
        const message = await resetPassword(form)
        clearSessionOf(link.email)
        setSuccessMessage(message)
      } catch (error) {
        if (applyServerErrors(error, ['password', 'confirmPassword'], setError)) return
        const isLink = error instanceof ApiError && error.code === 'invalid_reset_token'
        setFailure({ text: errorMessage(error, authErrors.reset), isLink })
      }
    },
    wrong => {
      // E-mail and token come from the link and have no field for an error.
      if (wrong.email || wrong.token) setFailure({ text: 'Link inválido ou expirado.', isLink: true })
    },
  )

  if (successMessage !== undefined) {
    return (
      <AuthLayout title="Definir nova senha" below={null}>
        <FormSuccess
          title={successMessage}
          actions={
            <ButtonLink size="sm" to={paths.login}>
              Ir para login
            </ButtonLink>
          }
        >
          Todos os aparelhos foram desconectados. Entre com a nova senha.
        </FormSuccess>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      title="Definir nova senha"
      below={
        <Link to={paths.login} className={linkClass}>
          Voltar para o login
        </Link>
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        {/* Lets a password manager match the account. */}
        <input type="email" autoComplete="username" value={link.email} readOnly hidden />
        <PasswordField
          label="Nova senha"
          autoComplete="new-password"
          readOnly={isSubmitting}
          hint={!errors.password && <PasswordHint password={password} />}
          error={errors.password?.message}
          {...register('password', { onChange: () => errors.confirmPassword && trigger('confirmPassword') })}
        />
        <PasswordField
          label="Confirmar nova senha"
          autoComplete="new-password"
          readOnly={isSubmitting}
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <Button type="submit" variant="primary" busy={isSubmitting} className="mt-2">
          {isSubmitting ? 'Redefinindo...' : 'Redefinir senha'}
        </Button>
        <SlowNote active={isSubmitting} />
        {failure && (
          <Notice
            tone="danger"
            title={failure.text}
            actions={
              failure.isLink && (
                <ButtonLink size="sm" to={paths.forgotPassword} state={{ email: link.email }}>
                  Solicitar novo link
                </ButtonLink>
              )
            }
          />
        )}
      </form>
    </AuthLayout>
  )
}
