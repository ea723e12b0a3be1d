import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { ClosedRequest, PrivacyRequest } from '#contract/privacy/privacy.ts'
import { requestKindLabels } from '#contract/privacy/request-kinds.ts'
import { formatDate, toLocalDate, toPlainDate } from '#contract/values/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/loading/skeleton.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { pageCountOf } from '#web/ui/paging/page-numbers.ts'
import { Pagination } from '#web/ui/paging/pagination.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { closeRequest, privacyKey, requestPageSize, requestsQuery } from './api.ts'
import { RequestForm } from './request-form.tsx'

const dayMs = 24 * 60 * 60 * 1000

const daysLeft = ({ dueOn }: PrivacyRequest): number =>
  Math.round((Date.parse(toPlainDate(dueOn)) - Date.parse(toLocalDate(new Date()))) / dayMs)

const Deadline = ({ request }: { request: PrivacyRequest }) => {
  if (request.state === 'atendido') return <Badge tone="success">Atendido</Badge>
  if (request.state === 'negado') return <Badge tone="neutral">Negado</Badge>
  const days = daysLeft(request)
  if (days < 0) return <Badge tone="warn">Atrasado</Badge>
  const text = days === 0 ? 'Vence hoje' : days === 1 ? 'Vence amanhã' : `Vence em ${days} dias`
  return <Badge tone={days <= 7 ? 'warn' : 'neutral'}>{text}</Badge>
}

/** Requests of data subjects with their deadlines. */
export const RequestList = () => {
  const [page, setPage] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const [closing, setClosing] = useState<PrivacyRequest>()
  const requests = useQuery(requestsQuery(page))
  if (!requests.data)
    return requests.isError ? (
      <LoadErrorNotice title="Não foi possível carregar os pedidos" query={requests} />
    ) : (
      <SkeletonRegion mayGrow={page === 1}>
        <Skeleton className="h-control w-40" />
      </SkeletonRegion>
    )
  const { requests: rows, total } = requests.data
  return (
    <div className="grid gap-4">
      {isAdding ? (
        <RequestForm onDone={() => setAdding(false)} />
      ) : (
        <Button icon={<Plus />} className="justify-self-start" onClick={() => setAdding(true)}>
          Registrar pedido
        </Button>
      )}
      {total === 0 ? (
        <p className="text-text3">Pedidos de acesso, correção ou exclusão aparecem aqui, com o prazo da resposta.</p>
      ) : (
        <ul className="divide-y divide-border rounded-panel border border-border bg-surface">
          {rows.map(request => (
            <li key={request._id} className="flex flex-wrap items-start justify-between gap-3 px-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {requestKindLabels[request.kind]} <Deadline request={request} />
                </p>
                <p className="wrap-anywhere text-sm text-text2">
                  {[request.requester ?? 'Pessoa anonimizada', request.telefone, request.email]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                <p className="text-sm text-text3">
                  {request.protocol} · recebido em {formatDate(request.receivedOn)} · prazo {formatDate(request.dueOn)}
                </p>
                {request.outcome && <p className="wrap-anywhere mt-1 text-sm">{request.outcome}</p>}
              </div>
              {request.state === 'aberto' && (
                <Button size="sm" onClick={() => setClosing(request)}>
                  Responder
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageCount={pageCountOf(total, requestPageSize)}
        onPage={setPage}
        label="Páginas dos pedidos"
      />
      {closing && <CloseDialog request={closing} onClose={() => setClosing(undefined)} />}
    </div>
  )
}

const CloseDialog = ({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) => {
  const queryClient = useQueryClient()
  const formId = useId()
  const [state, setState] = useState<ClosedRequest['state']>('atendido')
  const [outcome, setOutcome] = useState('')
  const [error, setError] = useState<string>()
  const saving = useMutation({
    mutationFn: () => closeRequest(request._id, { state, outcome }),
    networkMode: 'always',
    onSuccess: () => {
      toast.success({ title: 'Resposta registrada' })
      onClose()
      return queryClient.invalidateQueries({ queryKey: privacyKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setError(outcome.trim() === '' ? 'Descreva a resposta dada' : undefined)
    if (outcome.trim() !== '' && !saving.isPending) saving.mutate()
  }
  return (
    <Dialog
      open
      title={`Responder ao pedido ${request.protocol}`}
      description="A resposta em si vai por você, no canal em que a pessoa pediu. Aqui fica o registro."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={formId} variant="primary" busy={saving.isPending}>
            Registrar resposta
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <FailureNotice title="A resposta não foi registrada" error={saving.error} />
        <SelectField
          label="Situação"
          value={state}
          onChange={event => setState(event.target.value as ClosedRequest['state'])}
        >
          <option value="atendido">Atendido</option>
          <option value="negado">Negado</option>
        </SelectField>
        <TextArea
          label="O que foi respondido"
          rows={4}
          value={outcome}
          error={error}
          onChange={event => setOutcome(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
