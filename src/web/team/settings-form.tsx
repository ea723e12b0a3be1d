import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { digestHours, TeamSettings, timezoneNames } from '#contract/team/settings.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { changeSettings } from './api.ts'

export const SettingsForm = ({ settings }: { settings: TeamSettings }) => {
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(TeamSettings),
    mode: 'onTouched',
    defaultValues: settings,
  })
  const { errors } = formState
  const saving = useMutation({
    mutationFn: changeSettings,
    networkMode: 'always',
    onSuccess: () => {
      toast.success({ title: 'Configurações atualizadas' })
      // The account's name and what sellers see have changed.
      return queryClient.invalidateQueries()
    },
    onError: error => applyServerErrors(error, ['nome', 'timezone', 'sellers_see', 'digest_hour'], setError),
  })
  return (
    <form noValidate onSubmit={handleSubmit(form => saving.mutate(form))} className="grid gap-4">
      <FailureNotice title="As configurações não foram salvas" error={saving.error} />
      <TextField label="Nome da conta" autoComplete="organization" error={errors.nome?.message} {...register('nome')} />
      <SelectField label="Fuso horário" error={errors.timezone?.message} {...register('timezone')}>
        {Object.entries(timezoneNames).map(([zone, name]) => (
          <option key={zone} value={zone}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Vendedores veem" error={errors.sellers_see?.message} {...register('sellers_see')}>
        <option value="own">Apenas os próprios leads</option>
        <option value="all">Todos os leads da conta</option>
      </SelectField>
      <SelectField
        label="Resumo da manhã"
        hint="Um e-mail nos dias úteis, só quando há o que fazer. Cada pessoa pode desligar o seu."
        error={errors.digest_hour?.message}
        {...register('digest_hour', { setValueAs: value => (value === '' || value === null ? null : Number(value)) })}
      >
        <option value="">Não enviar</option>
        {digestHours.map(hour => (
          <option key={hour} value={hour}>
            Às {hour} h
          </option>
        ))}
      </SelectField>
      <label className="flex min-h-control items-center gap-3">
        <input type="checkbox" className="size-4.5 flex-none accent-brand" {...register('sellers_take_unassigned')} />
        <span>Vendedores veem e podem pegar leads sem responsável</span>
      </label>
      <div className="grid justify-items-start gap-2">
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {saving.isPending ? 'Salvando...' : 'Salvar'}
        </Button>
        <SlowNote active={saving.isPending} />
      </div>
    </form>
  )
}
