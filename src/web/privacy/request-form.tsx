import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { v7 as uuidv7 } from 'uuid'
import { NewPrivacyRequest } from '#contract/privacy/privacy.ts'
import { requestKindLabels, requestKinds } from '#contract/privacy/request-kinds.ts'
import { formatDate, toLocalDate } from '#contract/values/dates.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { addRequest, privacyKey } from './api.ts'

const empty = { kind: 'acesso' as const, requester: '', telefone: '', email: '', verifiedHow: '' }
const fields = ['kind', 'requester', 'telefone', 'email', 'verifiedHow', 'receivedOn'] as const

/** Records a request that reached the account by phone, mail or message. */
export const RequestForm = ({ onDone }: { onDone: () => void }) => {
  const queryClient = useQueryClient()
  // A retry after a lost response does not record a second request.
  const [_id] = useState(() => uuidv7())
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(NewPrivacyRequest),
    mode: 'onTouched',
    defaultValues: { ...empty, receivedOn: toLocalDate(new Date()) },
  })
  const { errors } = formState
  const saving = useMutation({
    mutationFn: addRequest,
    networkMode: 'always',
    onSuccess: ({ protocol, dueOn }) => {
      toast.success({ title: `Pedido ${protocol}`, description: `Responda até ${formatDate(dueOn)}.` })
      onDone()
    },
    onError: error => applyServerErrors(error, fields, setError),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: privacyKey }),
  })
  return (
    <form
      noValidate
      onSubmit={handleSubmit(form => saving.mutate({ ...form, _id }))}
      className="grid gap-4 sm:grid-cols-2"
    >
      <FailureNotice title="O pedido não foi registrado" error={saving.error} className="sm:col-span-2" />
      <SelectField label="Pedido" error={errors.kind?.message} {...register('kind')}>
        {requestKinds.map(kind => (
          <option key={kind} value={kind}>
            {requestKindLabels[kind]}
          </option>
        ))}
      </SelectField>
      <DateField label="Recebido em" error={errors.receivedOn?.message} {...register('receivedOn')} />
      <TextField
        label="Nome de quem pediu"
        autoComplete="off"
        error={errors.requester?.message}
        {...register('requester')}
      />
      <TextField
        label="Telefone"
        type="tel"
        autoComplete="off"
        error={errors.telefone?.message}
        {...register('telefone')}
      />
      <TextField label="E-mail" type="email" autoComplete="off" error={errors.email?.message} {...register('email')} />
      <TextArea
        label="Como você confirmou a identidade"
        rows={2}
        className="sm:col-span-2"
        error={errors.verifiedHow?.message}
        {...register('verifiedHow')}
      />
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {saving.isPending ? 'Salvando...' : 'Registrar pedido'}
        </Button>
        <Button onClick={onDone}>Cancelar</Button>
      </div>
    </form>
  )
}
