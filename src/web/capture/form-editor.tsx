import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { CaptureForm } from '#contract/capture/capture.ts'
import { captureFieldLabels, captureFields, distributionLabels } from '#contract/capture/capture-fields.ts'
import { RestoredDraftNotice } from '#web/forms/restored-draft-notice.tsx'
import { useNewId } from '#web/forms/use-new-id.ts'
import { useSettingForm } from '#web/forms/use-setting-form.ts'
import { ApiError } from '#web/lib/requests/api-error.ts'
import { teamQuery } from '#web/team/api.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { CheckboxGroup } from '#web/ui/fields/checkbox-group.tsx'
import { FieldError } from '#web/ui/fields/field-error.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { captureKey, changeForm, createForm } from './api.ts'
import { askedLabels, askedName, describeValue, newFormValues, toBody, valuesOf } from './form-values.ts'

export const formDraftName = (form?: CaptureForm): string => (form ? `formulario:${form._id}` : 'formulario-novo')

const messageAbout = (error: unknown, name: string): string | undefined =>
  error instanceof ApiError ? error.fields[name] : undefined

/** A new form, or the fields of one that exists. */
export const FormEditor = ({ form, onDone }: { form?: CaptureForm; onDone: () => void }) => {
  const team = useQuery(teamQuery)
  const members = team.data?.members ?? []
  const [initial] = useState(() => (form ? valuesOf(form) : newFormValues))
  const draftName = formDraftName(form)
  const newId = useNewId(draftName)
  const setting = useSettingForm({
    draftName,
    initial,
    toBody,
    toValues: valuesOf,
    save: (body, was) => {
      if (form) return changeForm(form, { ...body, was })
      newId.store()
      return createForm({ ...body, isActive: true, _id: newId.id })
    },
    done: form ? 'Formulário salvo' : 'Formulário criado',
    queryKey: captureKey,
    onSaved: () => {
      newId.clear()
      onDone()
    },
    describe: (values, field) => describeValue(values, field, members),
  })
  const { saving } = setting
  const { register, control, formState } = setting.form
  const { errors } = formState
  const cancel = () => {
    setting.clear()
    newId.clear()
    onDone()
  }
  const distribution = useWatch({ control, name: 'distribution' })
  const memberError = messageAbout(saving.error, 'memberIds')
  const fieldsError = messageAbout(saving.error, 'fields') ?? messageAbout(saving.error, 'required')
  return (
    <form noValidate onSubmit={setting.submit} className="grid max-w-form gap-4">
      {setting.isRestored && !saving.isError && <RestoredDraftNotice onDiscard={setting.discard} />}
      <FailureNotice title="O formulário não foi salvo" error={saving.error} />
      <TextField
        label="Nome do formulário"
        hint="Só a equipe vê, como “Site” ou “Feira de maio”."
        autoComplete="off"
        maxLength={60}
        error={errors.nome?.message}
        {...register('nome')}
      />
      <TextField
        label="Título da página"
        autoComplete="off"
        maxLength={120}
        error={errors.title?.message}
        {...register('title')}
      />
      <TextArea
        label="Texto abaixo do título (opcional)"
        rows={2}
        maxLength={500}
        error={errors.intro?.message}
        {...register('intro')}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-medium text-sm">O que pedir</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {captureFields.map(field => (
            <SelectField
              key={field}
              label={captureFieldLabels[field]}
              defaultValue={initial[askedName(field)]}
              error={errors[askedName(field)]?.message}
              {...register(askedName(field))}
            >
              {Object.entries(askedLabels).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
        <FieldError error={fieldsError} />
      </fieldset>
      <TextArea
        label="Consentimento (opcional)"
        hint="A pessoa marca uma caixa com este texto. Cada versão fica guardada com o lead."
        rows={3}
        maxLength={1000}
        error={errors.consentText?.message}
        {...register('consentText')}
      />
      <SelectField label="Quem recebe os leads" error={errors.distribution?.message} {...register('distribution')}>
        {Object.entries(distributionLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {distribution === 'member' && (
        <SelectField label="Pessoa" error={errors.memberId?.message ?? memberError} {...register('memberId')}>
          <option value="">Escolha</option>
          {members.map(({ _id, nome }) => (
            <option key={_id} value={_id}>
              {nome}
            </option>
          ))}
        </SelectField>
      )}
      {distribution === 'turns' && (
        <CheckboxGroup
          label="Pessoas do rodízio"
          names={Object.fromEntries(members.map(({ _id, nome }) => [_id, nome]))}
          hint="De quem foi a vez, a equipe toda vê na página Equipe."
          error={errors.memberIds?.message ?? memberError}
          registration={register('memberIds')}
        />
      )}
      <TextArea label="Agradecimento" rows={2} maxLength={500} error={errors.thanks?.message} {...register('thanks')} />
      <TextField
        label="Página depois do envio (opcional)"
        hint="Sem ela, aparece o agradecimento."
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        error={errors.redirectUrl?.message}
        {...register('redirectUrl')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {saving.isPending ? 'Salvando...' : form ? 'Salvar formulário' : 'Criar formulário'}
        </Button>
        <Button onClick={cancel}>Cancelar</Button>
      </div>
      <SlowNote active={saving.isPending} />
    </form>
  )
}
