import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { v7 as uuidv7 } from 'uuid'
import type { CaptureForm, CaptureFormBody } from '#contract/capture/capture.ts'
import {
  type CaptureField,
  captureFieldLabels,
  captureFields,
  type Distribution,
  distributionLabels,
} from '#contract/capture/capture-fields.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { teamQuery } from '#web/team/api.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { CheckboxGroup } from '#web/ui/fields/checkbox-group.tsx'
import { FieldError } from '#web/ui/fields/field-error.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { captureKey, changeForm, createForm } from './api.ts'

type Asked = 'no' | 'optional' | 'required'

interface EditorValues {
  nome: string
  title: string
  intro: string
  thanks: string
  consentText: string
  redirectUrl: string
  distribution: Distribution
  memberId: string
  memberIds: string[]
  asked: Record<CaptureField, Asked>
}

const valuesOf = (form: CaptureForm | undefined): EditorValues => ({
  nome: form?.nome ?? '',
  title: form?.title ?? 'Fale com a gente',
  intro: form?.intro ?? '',
  thanks: form?.thanks ?? 'Obrigado! Respondemos em breve.',
  consentText: form?.consentText ?? 'Aceito receber contato sobre este pedido por WhatsApp, telefone ou e-mail.',
  redirectUrl: form?.redirectUrl ?? '',
  distribution: form?.distribution ?? 'none',
  memberId: form?.memberIds[0] ?? '',
  memberIds: form?.memberIds ?? [],
  asked: Object.fromEntries(
    captureFields.map(field => {
      if (!form)
        return [field, field === 'negocio' ? 'no' : field === 'nome' || field === 'telefone' ? 'required' : 'optional']
      return [field, form.required.includes(field) ? 'required' : form.fields.includes(field) ? 'optional' : 'no']
    }),
  ) as Record<CaptureField, Asked>,
})

const toBody = ({
  asked,
  memberId,
  memberIds,
  redirectUrl,
  distribution,
  ...texts
}: EditorValues): Omit<CaptureFormBody, 'isActive'> => ({
  ...texts,
  distribution,
  redirectUrl: redirectUrl.trim() || null,
  fields: captureFields.filter(field => asked[field] !== 'no'),
  required: captureFields.filter(field => asked[field] === 'required'),
  memberIds: distribution === 'turns' ? memberIds : distribution === 'member' && memberId ? [memberId] : [],
})

const messageAbout = (error: unknown, name: string): string | undefined =>
  error instanceof ApiError ? error.fields[name] : undefined

/** A new form, or the fields of one that exists. */
export const FormEditor = ({ form, onDone }: { form?: CaptureForm; onDone: () => void }) => {
  const queryClient = useQueryClient()
  const team = useQuery(teamQuery)
  const members = team.data?.members ?? []
  const [defaultValues] = useState(() => valuesOf(form))
  // A retry after a lost response does not create a second form.
  const [newId] = useState(() => uuidv7())
  const { register, handleSubmit, setError, control, formState } = useForm<EditorValues>({ defaultValues })
  const { errors } = formState
  const distribution = useWatch({ control, name: 'distribution' })
  const saving = useMutation({
    mutationFn: (values: EditorValues) => {
      const body = toBody(values)
      return form ? changeForm(form, body) : createForm({ ...body, isActive: true, _id: newId })
    },
    networkMode: 'always',
    onSuccess: () => {
      toast.success({ title: form ? 'Formulário salvo' : 'Formulário criado' })
      onDone()
    },
    onError: error =>
      applyServerErrors(error, ['nome', 'title', 'intro', 'thanks', 'consentText', 'redirectUrl'], setError),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: captureKey }),
  })
  const memberError = messageAbout(saving.error, 'memberIds')
  const fieldsError = messageAbout(saving.error, 'fields') ?? messageAbout(saving.error, 'required')
  return (
    <form noValidate onSubmit={handleSubmit(values => saving.mutate(values))} className="grid max-w-form gap-4">
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
              defaultValue={defaultValues.asked[field]}
              {...register(`asked.${field}`)}
            >
              <option value="required">Obrigatório</option>
              <option value="optional">Opcional</option>
              <option value="no">Não pedir</option>
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
      <SelectField label="Quem recebe os leads" {...register('distribution')}>
        {Object.entries(distributionLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {distribution === 'member' && (
        <SelectField label="Pessoa" error={memberError} {...register('memberId')}>
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
          error={memberError}
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
        <Button onClick={onDone}>Cancelar</Button>
      </div>
      <SlowNote active={saving.isPending} />
    </form>
  )
}
