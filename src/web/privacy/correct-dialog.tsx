import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { leadName } from '#contract/leads/lead-name.ts'
import { CorrectedPersonForm, type PersonLead } from '#contract/privacy/privacy.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { refreshLeadsEverywhere } from '#web/leads/cross-tab-refresh.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { FieldError } from '#web/ui/fields/field-error.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { correctPerson, privacyKey, requestsQuery } from './api.ts'

interface CorrectDialogProps {
  /** Leads that can be corrected. */
  leads: PersonLead[]
  onClose: () => void
}

const fields = ['nome', 'telefone', 'email'] as const

/** Corrects a person in all their leads at once. Two people may share a phone, so leads can be left out. */
export const CorrectDialog = ({ leads, onClose }: CorrectDialogProps) => {
  const queryClient = useQueryClient()
  const formId = useId()
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const [requestId, setRequestId] = useState('')
  const requests = useQuery(requestsQuery(1))
  const open = requests.data?.requests.filter(({ state, kind }) => state === 'aberto' && kind === 'correcao') ?? []
  const chosen = leads.filter(({ _id }) => !leftOut.includes(_id))
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(CorrectedPersonForm),
    defaultValues: { nome: '', telefone: '', email: '' },
  })
  const { errors } = formState
  const saving = useMutation({
    mutationFn: ({ nome, telefone, email }: CorrectedPersonForm) => {
      const change = { ...(nome && { nome }), ...(telefone && { telefone }), ...(email && { email }) }
      return correctPerson({ leadIds: chosen.map(({ _id }) => _id), change, ...(requestId && { requestId }) })
    },
    networkMode: 'always',
    onSuccess: async corrected => {
      toast.success({ title: 'Dados corrigidos', description: formatLeadCount(corrected.leads) })
      onClose()
      await queryClient.invalidateQueries({ queryKey: privacyKey })
      await refreshLeadsEverywhere(queryClient)
    },
    onError: error => applyServerErrors(error, fields, setError),
  })
  return (
    <Dialog
      open
      title="Corrigir os dados desta pessoa"
      description="O que ficar em branco não muda."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={formId} variant="primary" busy={saving.isPending} disabled={chosen.length === 0}>
            {saving.isPending ? 'Salvando...' : `Corrigir ${formatLeadCount(chosen.length)}`}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={handleSubmit(form => !saving.isPending && saving.mutate(form))}
        className="grid gap-4"
      >
        <FailureNotice title="Os dados não foram corrigidos" error={saving.error} />
        <TextField label="Nome certo" autoComplete="off" error={errors.nome?.message} {...register('nome')} />
        <TextField
          label="Telefone certo"
          type="tel"
          autoComplete="off"
          error={errors.telefone?.message}
          {...register('telefone')}
        />
        <TextField
          label="E-mail certo"
          type="email"
          autoComplete="off"
          error={errors.email?.message}
          {...register('email')}
        />
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-medium text-sm">Nestes leads</legend>
          {leads.map(lead => (
            <label key={lead._id} className="flex min-h-9 items-center gap-3">
              <input
                type="checkbox"
                className="size-4.5 flex-none accent-brand"
                checked={!leftOut.includes(lead._id)}
                onChange={({ target }) =>
                  setLeftOut(ids => (target.checked ? ids.filter(id => id !== lead._id) : [...ids, lead._id]))
                }
              />
              <span className="wrap-anywhere">
                {[leadName(lead), lead.telefone, lead.email].filter(Boolean).join(' · ')}
              </span>
            </label>
          ))}
          <FieldError error={chosen.length === 0 ? 'Escolha os leads' : undefined} />
        </fieldset>
        {open.length > 0 && (
          <SelectField
            label="Pedido que isto responde"
            value={requestId}
            onChange={({ target }) => setRequestId(target.value)}
          >
            <option value="">Nenhum</option>
            {open.map(({ _id, protocol, requester }) => (
              <option key={_id} value={_id}>
                {[protocol, requester].filter(Boolean).join(' · ')}
              </option>
            ))}
          </SelectField>
        )}
      </form>
    </Dialog>
  )
}
