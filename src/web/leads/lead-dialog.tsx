import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { v7 as uuidv7 } from 'uuid'
import { formatMoment } from '#contract/dates.ts'
import { type Lead, LeadForm, leadsApi } from '#contract/leads.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/http.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import { leadFailures, leadQuery, refreshLeads } from './api.ts'
import { emptyLead, LeadFields, type LeadFormValues, valuesOf } from './lead-form.tsx'

interface LeadDialogProps {
  /** `null` for a new lead. */
  id: string | null
  onClose: () => void
  onRemove: (lead: Lead) => void
}

/** One lead, in detail and to edit, or a new one. */
export default function LeadDialog({ id, onClose, onRemove }: LeadDialogProps) {
  return id === null ? (
    <LeadEditor lead={null} onClose={onClose} onRemove={onRemove} />
  ) : (
    <StoredLead id={id} onClose={onClose} onRemove={onRemove} />
  )
}

const StoredLead = ({ id, onClose, onRemove }: LeadDialogProps & { id: string }) => {
  // Always read anew: what is edited must be what is stored.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...leadQuery(id), refetchOnWindowFocus: false })
  if (data && isFetchedAfterMount) return <LeadEditor lead={data} onClose={onClose} onRemove={onRemove} />
  const isGone = error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation_failed')
  return (
    <Dialog open title="Lead" onClose={onClose}>
      {!error && <Spinner />}
      {isGone && <EmptyState kind="search" title="Lead não encontrado" text="Ele pode ter sido excluído." />}
      {error && !isGone && (
        <EmptyState
          kind="error"
          title={leadFailures.load}
          text={messageOf(error, '')}
          actions={<Button onClick={() => refetch()}>Tentar novamente</Button>}
        />
      )}
    </Dialog>
  )
}

const save = (lead: Lead | null, newId: string, form: LeadFormValues): Promise<Lead> => {
  const body = { ...form, valorServico: form.valorServico ?? 0 }
  if (lead) return call(leadsApi.replace, { params: { id: lead._id }, body, ifMatch: lead.version })
  // The id stays the same for every try, so that a save whose answer was lost is not a second lead.
  const status = body.status as 'novo-lead'
  return call(leadsApi.create, { body: { ...body, status, _id: newId } })
}

const LeadEditor = ({ lead: opened, onClose, onRemove }: Omit<LeadDialogProps, 'id'> & { lead: Lead | null }) => {
  const queryClient = useQueryClient()
  const formId = useId()
  const newId = useRef(uuidv7())
  const [lead, setLead] = useState(opened)
  const [isLeaving, setLeaving] = useState(false)
  const form = useForm<LeadFormValues>({
    defaultValues: lead ? valuesOf(lead) : emptyLead(new Date()),
    resolver: zodResolver(LeadForm) as never,
    mode: 'onTouched',
  })
  const { isDirty, errors } = form.formState

  const saving = useMutation({
    mutationFn: (values: LeadFormValues) => save(lead, newId.current, values),
    networkMode: 'always',
    onSuccess: async saved => {
      toast.success({ title: lead ? `${saved.nome} atualizado` : `${saved.nome} cadastrado` })
      onClose()
      await refreshLeads(queryClient)
    },
    onError: error => {
      if (!(error instanceof ApiError)) return
      for (const [field, message] of Object.entries(error.fields)) {
        if (field in form.getValues()) form.setError(field as keyof LeadFormValues, { message })
      }
    },
  })

  const staleLead =
    saving.error instanceof ApiError && saving.error.code === 'stale_lead' ? saving.error.lead : undefined
  const takeCurrent = (current: Lead, keepMine: boolean) => {
    const mine = form.getValues()
    setLead(current)
    saving.reset()
    form.reset(valuesOf(current))
    if (keepMine) form.reset(mine, { keepDefaultValues: true })
  }

  const guard = (): boolean => {
    if (!isDirty || saving.isPending) return !saving.isPending
    setLeaving(true)
    return false
  }

  return (
    <>
      <Dialog
        open
        title={lead ? lead.nome : 'Novo Lead'}
        description={lead ? `Cadastrado em ${formatMoment(lead.createdAt)}` : undefined}
        onClose={onClose}
        guard={guard}
        footer={
          <>
            {lead && (
              <Button variant="dangerGhost" icon={<Trash2 />} className="mr-auto" onClick={() => onRemove(lead)}>
                Excluir
              </Button>
            )}
            <Button onClick={() => guard() && onClose()}>Cancelar</Button>
            <Button variant="primary" type="submit" form={formId} busy={saving.isPending}>
              {saving.isError && !staleLead ? 'Tentar de novo' : 'Salvar'}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          onSubmit={form.handleSubmit(() => saving.mutate(form.getValues()))}
          className="grid gap-4"
        >
          {saving.isError && !staleLead && (
            <Notice tone="danger" title={lead ? leadFailures.update : leadFailures.create}>
              {messageOf(saving.error, '')}
            </Notice>
          )}
          {staleLead !== undefined && (
            <Notice
              tone="warn"
              title="Este lead foi alterado em outro lugar"
              actions={
                <>
                  <Button onClick={() => takeCurrent(staleLead as Lead, false)}>Ver a versão atual</Button>
                  <Button onClick={() => takeCurrent(staleLead as Lead, true)}>Manter o que escrevi</Button>
                </>
              }
            >
              Nada do que você escreveu se perdeu. Escolha por qual versão continuar.
            </Notice>
          )}
          <LeadFields
            register={form.register}
            control={form.control}
            errors={errors}
            status={lead?.status ?? 'novo-lead'}
          />
        </form>
      </Dialog>
      <ConfirmDialog
        open={isLeaving}
        title="Descartar as alterações?"
        text="O que você escreveu ainda não foi salvo."
        confirmLabel="Descartar"
        cancelLabel="Continuar editando"
        danger
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      />
    </>
  )
}
