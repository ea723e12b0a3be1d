import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { InviteForm as InviteFormSchema } from '#contract/team/invite-form.ts'
import { grantableRoles, teamRoleNames } from '#contract/team/roles.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { RestoredDraftNotice } from '#web/forms/restored-draft-notice.tsx'
import { useDraftForm } from '#web/forms/use-draft-form.ts'
import { ApiError, errorMessage } from '#web/lib/requests/api-error.ts'
import { refetchAfterWrite } from '#web/lib/requests/query-client.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useMay, useMember } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { inviteMember, teamQuery } from './api.ts'

const needsPlan = ['plan_required', 'subscription_required'] as const

const initial: InviteFormSchema = { email: '', team_role: 'seller' }

export const InviteForm = () => {
  const queryClient = useQueryClient()
  const mayPay = useMay('billing.manage')
  const { team_role } = useMember()
  const roles = grantableRoles(team_role)
  const { form, isRestored, discard, clear } = useDraftForm('convite', initial, zodResolver(InviteFormSchema))
  const { register, handleSubmit, setError, setFocus, getValues, reset, formState } = form
  const { errors } = formState
  const inviting = useMutation({
    mutationFn: inviteMember,
    networkMode: 'always',
    onSuccess: (invite, sent) => {
      toast.success({ title: `Convite enviado para ${invite.email}` })
      // The next address may be typed already.
      if (getValues('email') !== sent.email) return
      reset()
      clear()
      setFocus('email')
    },
    onError: error => applyServerErrors(error, ['email', 'team_role'], setError),
    onSettled: (_result, error) => refetchAfterWrite(queryClient, teamQuery.queryKey, error),
  })
  const { error } = inviting
  const lacksPlan = error instanceof ApiError && needsPlan.some(code => code === error.code)
  return (
    <form noValidate onSubmit={handleSubmit(form => inviting.mutate(form))} className="grid gap-4">
      {isRestored && !error && <RestoredDraftNotice onDiscard={discard} />}
      {error && (
        <Notice
          tone="danger"
          title="O convite não foi enviado"
          actions={
            lacksPlan &&
            mayPay && (
              <ButtonLink size="sm" to={paths.subscription}>
                Ver os planos
              </ButtonLink>
            )
          }
        >
          {errorMessage(error)}
        </Notice>
      )}
      <TextField label="E-mail" type="email" autoComplete="off" error={errors.email?.message} {...register('email')} />
      {roles.length > 1 && (
        <SelectField
          label="Papel"
          hint="Gestores veem todos os leads e cuidam de vendedores; vendedores cuidam dos próprios leads."
          error={errors.team_role?.message}
          {...register('team_role')}
        >
          {roles.toReversed().map(role => (
            <option key={role} value={role}>
              {teamRoleNames[role]}
            </option>
          ))}
        </SelectField>
      )}
      <div className="grid justify-items-start gap-2">
        <Button type="submit" variant="primary" busy={inviting.isPending}>
          {inviting.isPending ? 'Enviando...' : 'Enviar convite'}
        </Button>
        <SlowNote active={inviting.isPending} />
      </div>
    </form>
  )
}
