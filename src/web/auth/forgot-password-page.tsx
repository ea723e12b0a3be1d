import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { ForgotPasswordForm } from '#contract/auth/auth-forms.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { authErrors, requestPasswordReset } from '#web/session/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Link } from '#web/ui/link.tsx'
import { linkClass } from '#web/ui/link-class.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { FormSuccess } from './form-success.tsx'

/** Reads the e-mail that the login page passes along. */
const emailFromLogin = (state: unknown): string => {
  const { email } = (state ?? {}) as { email?: unknown }
  return typeof email === 'string' ? email : ''
}

export default function ForgotPasswordPage() {
  useDocumentTitle('Redefinir senha')
  const { state } = useLocation()
  const [message, setMessage] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, getValues, setValue, formState } = useForm({
    resolver: zodResolver(ForgotPasswordForm),
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = formState
  // A default value would replace what was typed before the prerendered page's code arrived.
  useEffect(() => {
    if (!getValues('email')) setValue('email', emailFromLogin(state))
  }, [state, getValues, setValue])

  const submit = handleSubmit(async form => {
    setFailure(undefined)
    try {
      setMessage(await requestPasswordReset(form))
    } catch (error) {
      setFailure(errorMessage(error, authErrors.forgot))
    }
  })

  return (
    <AuthLayout
      title="Redefinir senha"
      {...(message === undefined && { lead: 'Informe seu e-mail para receber o link de redefinição.' })}
      below={
        <Link to={paths.login} className={linkClass}>
          Voltar para o login
        </Link>
      }
    >
      {message === undefined ? (
        <form noValidate onSubmit={submit} className="grid gap-4">
          <TextField
            label="E-mail"
            type="email"
            autoComplete="email"
            readOnly={isSubmitting}
            error={errors.email?.message}
            {...register('email')}
          />
          <Button type="submit" variant="primary" busy={isSubmitting} className="mt-2">
            {isSubmitting ? 'Enviando...' : 'Enviar link de redefinição'}
          </Button>
          <SlowNote active={isSubmitting} />
          {failure !== undefined && <Notice tone="danger" title={failure} />}
        </form>
      ) : (
        <FormSuccess title={message}>
          O link vale por 1 hora. Se o e-mail não chegar em alguns minutos, confira a caixa de spam.
        </FormSuccess>
      )}
    </AuthLayout>
  )
}
