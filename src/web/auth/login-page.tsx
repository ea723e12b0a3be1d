import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { LoginForm } from '#contract/auth/auth-forms.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { brand } from '#web/lib/brand.ts'
import { ApiError } from '#web/lib/requests/api-error.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { authErrors } from '#web/session/api.ts'
import { useSession } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Link } from '#web/ui/link.tsx'
import { linkClass } from '#web/ui/link-class.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { AuthLayout } from './auth-layout.tsx'
import type { LoginError } from './login-banner.ts'
import { LoginFailure } from './login-failure.tsx'

/** The guard above this page redirects after the login. */
export default function LoginPage() {
  useDocumentTitle('Entrar')
  const session = useSession()
  const { login, error: sessionError } = session
  const isAccountDeleted = session.state === 'signed-out' && session.accountDeleted === true
  const [failure, setFailure] = useState<LoginError>()
  // No default values: they would empty what was typed, or filled in by the browser, before the prerendered page's code arrived.
  const { register, handleSubmit, getValues, setError, setFocus, formState } = useForm({
    resolver: zodResolver(LoginForm),
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = formState
  /** Read when the link is followed: a watched field would not know what was typed before the code arrived. */
  const typed = {
    get email() {
      return getValues('email')
    },
  }

  const submit = handleSubmit(async form => {
    setFailure(undefined)
    try {
      await login(form)
    } catch (error) {
      if (applyServerErrors(error, ['email', 'password'], setError)) return
      setFailure(error instanceof ApiError ? error : { message: authErrors.login })
    }
  })
  const dismiss = () => {
    setFailure(undefined)
    setFocus('password', { shouldSelect: true })
  }

  return (
    <AuthLayout
      title={`Entrar no ${brand()}`}
      below={
        <p>
          Ainda não tem conta?{' '}
          <Link to={paths.register} className={linkClass}>
            Criar conta
          </Link>
        </p>
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        {failure && <LoginFailure error={failure} onDismiss={dismiss} onRetry={() => void submit()} />}
        {!failure && sessionError && (
          <Notice tone="warn" title={sessionError}>
            Entre novamente para continuar de onde parou.
          </Notice>
        )}
        {isAccountDeleted && (
          <Notice tone="success" title="Conta excluída">
            Seus dados e seus leads foram excluídos.
          </Notice>
        )}
        <TextField
          label="E-mail"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label="Senha"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <p className="-mt-1 text-right">
          <Link to={paths.forgotPassword} state={typed} className={linkClass}>
            Esqueci a senha?
          </Link>
        </p>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {isSubmitting ? 'Entrando...' : 'Entrar'}
        </Button>
        <SlowNote active={isSubmitting} />
      </form>
    </AuthLayout>
  )
}
