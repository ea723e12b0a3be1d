import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { RegistrationForm } from '#contract/auth/auth-forms.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { PasswordHint } from '#web/forms/password-hint.tsx'
import { ApiError, errorMessage } from '#web/lib/requests/api-error.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { authErrors } from '#web/session/api.ts'
import { useSession } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Link } from '#web/ui/link.tsx'
import { linkClass } from '#web/ui/link-class.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { Consent } from './consent.tsx'

const fields = ['nome', 'email', 'password', 'confirmPassword'] as const

const RegisterFailure = ({ error, email }: { error: unknown; email: string }) => {
  if (!(error instanceof ApiError) || error.code !== 'email_taken') {
    return <Notice tone="danger" title={errorMessage(error, authErrors.register)} />
  }
  return (
    <Notice
      tone="danger"
      title="Você já tem conta com este e-mail?"
      actions={
        <>
          <ButtonLink size="sm" to={paths.login}>
            Entrar
          </ButtonLink>
          <ButtonLink size="sm" to={paths.forgotPassword} state={{ email }}>
            Redefinir senha
          </ButtonLink>
        </>
      }
    />
  )
}

/** The guard above this page redirects after the registration. */
export default function RegisterPage() {
  useDocumentTitle('Criar conta')
  const session = useSession()
  const [failure, setFailure] = useState<unknown>()
  // No default values: they would empty what was typed, or filled in by the browser, before the prerendered page's code arrived.
  const { register, handleSubmit, getValues, setError, trigger, control, formState } = useForm({
    resolver: zodResolver(RegistrationForm),
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = formState
  const password = useWatch({ control, name: 'password' }) ?? ''

  const submit = handleSubmit(async form => {
    setFailure(undefined)
    try {
      await session.register(form)
    } catch (error) {
      setFailure(error)
      applyServerErrors(error, fields, setError)
    }
  })

  return (
    <AuthLayout
      title="Criar conta"
      lead="Teste grátis por 3 dias. Sem cartão de crédito."
      below={
        <p>
          Já tem conta?{' '}
          <Link to={paths.login} className={linkClass}>
            Entrar
          </Link>
        </p>
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        {failure !== undefined && <RegisterFailure error={failure} email={getValues('email')} />}
        <TextField label="Nome" autoComplete="name" error={errors.nome?.message} {...register('nome')} />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label="Senha"
          autoComplete="new-password"
          hint={!errors.password && <PasswordHint password={password} />}
          error={errors.password?.message}
          {...register('password', { onChange: () => errors.confirmPassword && trigger('confirmPassword') })}
        />
        <PasswordField
          label="Confirmar senha"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <Button type="submit" variant="primary" busy={isSubmitting} className="mt-2">
          {isSubmitting ? 'Criando conta...' : 'Criar conta'}
        </Button>
        <SlowNote active={isSubmitting} />
        <Consent />
      </form>
    </AuthLayout>
  )
}
