import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { digestHours, TeamSettings, timezoneNames } from '#contract/team/settings.ts'
import { RestoredDraftNotice } from '#web/forms/restored-draft-notice.tsx'
import { useSettingForm } from '#web/forms/use-setting-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { FieldError } from '#web/ui/fields/field-error.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { changeSettings } from './api.ts'

const sellersSee = { own: 'Apenas os próprios leads', all: 'Todos os leads da conta' } as const

/** Names a stored setting beside its field. */
const describeSetting = (settings: TeamSettings, name: keyof TeamSettings): string => {
  const { timezone, sellers_see, sellers_take_unassigned, digest_hour } = settings
  if (name === 'timezone') return `“${timezoneNames[timezone]}”`
  if (name === 'sellers_see') return `“${sellersSee[sellers_see]}”`
  if (name === 'sellers_take_unassigned') return sellers_take_unassigned ? 'sim' : 'não'
  if (name === 'digest_hour') return digest_hour === null ? '“Não enviar”' : `${digest_hour} h`
  return `“${settings.nome}”`
}

export const SettingsForm = ({ settings }: { settings: TeamSettings }) => {
  const [initial] = useState(settings)
  const setting = useSettingForm({
    draftName: 'equipe',
    initial,
    resolver: zodResolver(TeamSettings),
    toBody: values => values,
    toValues: stored => stored,
    save: changeSettings,
    done: 'Configurações atualizadas',
    toSaved: saved => saved,
    describe: describeSetting,
  })
  const { saving } = setting
  const { register, formState } = setting.form
  const { errors } = formState
  return (
    <form noValidate onSubmit={setting.submit} className="grid gap-4">
      {setting.isRestored && !saving.isError && <RestoredDraftNotice onDiscard={setting.discard} />}
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
        {Object.entries(sellersSee).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
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
      <FieldError error={errors.sellers_take_unassigned?.message} />
      <div className="grid justify-items-start gap-2">
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {saving.isPending ? 'Salvando...' : 'Salvar'}
        </Button>
        <SlowNote active={saving.isPending} />
      </div>
    </form>
  )
}
