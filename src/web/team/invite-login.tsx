import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { LoginForm } from '#contract/auth/auth-forms.ts'
import type { InviteView } from '#contract/team/invites.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { paths } from '#web/lib/url/paths.ts'
import { authErrors } from '#web/session/api.ts'
import { useSession } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Link } from '#web/ui/link.tsx'
import { linkClass } from '#web/ui/link-class.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'

/** Logs in and accepts at once, for an invited e-mail that has a login. The login ends this form, so the page accepts. */
export const InviteLogin = ({ view, onLogin }: { view: InviteView; onLogin: () => void }) => {
  const { login } = useSession()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, control, setError, formState } = useForm({
    resolver: zodResolver(LoginForm),
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = formState
  const email = useWatch({ control, name: 'email' })
  const submit = handleSubmit(async form => {
    setFailure(undefined)
    try {
      await login(form)
      onLogin()
    } catch (error) {
      if (!applyServerErrors(error, ['email', 'password'], setError)) setFailure(errorMessage(error, authErrors.login))
    }
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-text2">Este e-mail já tem uma conta. Entre com ela para aceitar o convite.</p>
      {failure !== undefined && <Notice tone="danger" title={failure} />}
      <TextField
        label="E-mail"
        type="email"
        autoComplete="email"
        placeholder={view.maskedEmail}
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
        <Link to={paths.forgotPassword} state={{ email }} target="_blank" className={linkClass}>
          Esqueci a senha?
        </Link>
      </p>
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {isSubmitting ? 'Entrando na equipe...' : 'Entrar na equipe'}
      </Button>
      <SlowNote active={isSubmitting} />
    </form>
  )
}
