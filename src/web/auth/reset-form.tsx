import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ResetPasswordForm as Reset } from '#contract/auth.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { showServerFields } from '#web/lib/server-fields.ts'
import { forgetToken } from '#web/lib/token.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { failures, resetPassword } from './api.ts'
import { Door } from './door.tsx'
import { linkClass } from './link-class.ts'
import { Outcome } from './outcome.tsx'
import { PasswordHint } from './password-hint.tsx'
import { forgetUser, storedEmail } from './stored-user.ts'

export interface ResetLink {
  token: string
  email: string
}

/** The sessions of the account have ended: what this browser still holds of it would only fail. */
const forgetSessionOf = (email: string): void => {
  if (storedEmail()?.toLowerCase() !== email.toLowerCase()) return
  forgetToken()
  forgetUser()
}

export const ResetForm = ({ link }: { link: ResetLink }) => {
  const [answer, setAnswer] = useState<string>()
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
        forgetSessionOf(link.email)
        setAnswer(message)
      } catch (error) {
        if (showServerFields(error, ['password', 'confirmPassword'], setError)) return
        const isLink = error instanceof ApiError && error.code === 'invalid_reset_token'
        setFailure({ text: messageOf(error, failures.reset), isLink })
      }
    },
    wrong => {
      // What came with the link has no field to say so.
      if (wrong.email || wrong.token) setFailure({ text: 'Link inválido ou expirado.', isLink: true })
    },
  )

  if (answer !== undefined) {
    return (
      <Door title="Definir nova senha" below={null}>
        <Outcome
          title={answer}
          actions={
            <ButtonLink size="sm" to={paths.login}>
              Ir para login
            </ButtonLink>
          }
        >
          Todas as sessões foram encerradas. Entre com a nova senha.
        </Outcome>
      </Door>
    )
  }
  return (
    <Door
      title="Definir nova senha"
      below={
        <Link to={paths.login} className={linkClass}>
          Voltar para o login
        </Link>
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        {/* Tells a password manager whose password is set. */}
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
    </Door>
  )
}
