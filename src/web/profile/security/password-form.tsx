import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { PasswordHint } from '#web/forms/password-hint.tsx'
import { ApiError, errorMessage } from '#web/lib/requests/api-error.ts'
import { changePassword } from '#web/session/api.ts'
import { useSession, useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { sessionsQuery } from '../api.ts'
import { NewPasswordForm } from './new-password-form.ts'

type Outcome = { tone: 'success' | 'danger'; title: string; text?: string }

const failed = (error: unknown): Outcome =>
  error instanceof ApiError && error.code === 'wrong_password'
    ? { tone: 'danger', title: 'Erro ao alterar senha. Verifique a senha atual.' }
    : { tone: 'danger', title: 'Erro ao alterar senha', text: errorMessage(error) }

export const PasswordForm = () => {
  const { email } = useUser()
  const { reload } = useSession()
  const queryClient = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>()
  const { register, handleSubmit, setError, setFocus, reset, trigger, control, formState } = useForm({
    resolver: zodResolver(NewPasswordForm),
    mode: 'onTouched',
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = formState
  const newPassword = useWatch({ control, name: 'newPassword' })

  const submit = handleSubmit(async ({ currentPassword, newPassword }) => {
    setOutcome(undefined)
    try {
      const { message } = await changePassword({ currentPassword, newPassword })
      reset()
      // The change also updates "Última atualização" and the sessions. A failed reload does not undo the change.
      void reload().catch(() => undefined)
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      setOutcome({ tone: 'success', title: message, text: 'Os outros aparelhos foram desconectados.' })
    } catch (error) {
      if (applyServerErrors(error, ['currentPassword', 'newPassword'], setError)) return
      setOutcome(failed(error))
      setFocus('currentPassword', { shouldSelect: true })
    }
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {/* Lets a password manager match the account. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <div role="status" className="empty:hidden">
        {outcome && (
          <Notice tone={outcome.tone} title={outcome.title}>
            {outcome.text}
          </Notice>
        )}
      </div>
      <PasswordField
        label="Senha atual"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <PasswordField
        label="Nova senha"
        autoComplete="new-password"
        hint={!errors.newPassword && <PasswordHint password={newPassword} />}
        error={errors.newPassword?.message}
        {...register('newPassword', { onChange: () => errors.confirmPassword && trigger('confirmPassword') })}
      />
      <PasswordField
        label="Confirmar nova senha"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <Button type="submit" busy={isSubmitting} className="justify-self-start">
        {isSubmitting ? 'Alterando...' : 'Alterar senha'}
      </Button>
      <SlowNote active={isSubmitting} />
    </form>
  )
}
