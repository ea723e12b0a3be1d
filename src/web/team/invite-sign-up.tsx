import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { LoginResponse } from '#contract/auth/auth.ts'
import { JoinForm } from '#contract/auth/auth-forms.ts'
import { Consent } from '#web/auth/consent.tsx'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { PasswordHint } from '#web/forms/password-hint.tsx'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { authErrors } from '#web/session/api.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { joinByInvite } from './api.ts'

interface InviteSignUpProps {
  token: string
  onJoined: (response: LoginResponse) => void
}

/** Creates a login for the invited e-mail, which the link has confirmed. */
export const InviteSignUp = ({ token, onJoined }: InviteSignUpProps) => {
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, control, setError, formState } = useForm({
    resolver: zodResolver(JoinForm),
    mode: 'onTouched',
    defaultValues: { nome: '', password: '' },
  })
  const { errors, isSubmitting } = formState
  const password = useWatch({ control, name: 'password' })
  const submit = handleSubmit(async form => {
    setFailure(undefined)
    try {
      onJoined(await joinByInvite({ token, ...form }))
    } catch (error) {
      if (!applyServerErrors(error, ['nome', 'password'], setError))
        setFailure(errorMessage(error, authErrors.register))
    }
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {failure !== undefined && <Notice tone="danger" title={failure} />}
      <TextField label="Seu nome" autoComplete="name" error={errors.nome?.message} {...register('nome')} />
      <PasswordField
        label="Crie uma senha"
        autoComplete="new-password"
        hint={!errors.password && <PasswordHint password={password} />}
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" variant="primary" busy={isSubmitting} className="mt-2">
        {isSubmitting ? 'Entrando na equipe...' : 'Entrar na equipe'}
      </Button>
      <SlowNote active={isSubmitting} />
      <Consent />
    </form>
  )
}
