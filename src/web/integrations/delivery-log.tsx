import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#contract/values/dates.ts'
import { pingEvent, type WebhookEvent, webhookEventNames } from '#contract/webhooks/events.ts'
import { deliveryErrorText } from '#contract/webhooks/refusals.ts'
import type { Webhook, WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import { useWriteAction } from '#web/forms/use-write-action.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { type DeliveryFilter, deliveriesQuery, redeliver, redeliverFailed } from './api.ts'

const states: Record<WebhookDelivery['state'], { label: string; tone: BadgeTone }> = {
  pending: { label: 'Na fila', tone: 'neutral' },
  sending: { label: 'Enviando', tone: 'neutral' },
  delivered: { label: 'Entregue', tone: 'success' },
  failed: { label: 'Falhou', tone: 'warn' },
  skipped: { label: 'Não enviado', tone: 'quiet' },
}

const typeName = (type: string): string =>
  type === pingEvent ? 'Teste' : (webhookEventNames[type as WebhookEvent] ?? type)

const outcomeOf = ({ state, attempts, status, ms, error, nextAttemptAt }: WebhookDelivery): string =>
  [
    attempts > 1 && `${attempts} tentativas`,
    status !== null && `resposta ${status} em ${ms} ms`,
    error && deliveryErrorText(error).replace(/\.$/, ''),
    state === 'pending' && nextAttemptAt && attempts > 0 && `próxima em ${formatDateTime(nextAttemptAt)}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** What was sent to a webhook in the last 30 days. */
export const DeliveryLog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const [filter, setFilter] = useState<DeliveryFilter>('')
  const log = useInfiniteQuery(deliveriesQuery(webhook, filter))
  const sending = useWriteAction({
    write: async (delivery?: WebhookDelivery) => (delivery ? redeliver(webhook, delivery) : redeliverFailed(webhook)),
    failed: 'Nada foi reenviado',
    onSuccess: () => toast.success({ title: 'De volta à fila' }),
    queryKey: ['webhooks', webhook._id],
  })
  const deliveries = log.data?.pages.flatMap(page => page.deliveries) ?? []
  return (
    <Dialog
      open
      title="Envios"
      description={webhook.description || webhook.url}
      onClose={onClose}
      footer={
        <Button busy={sending.isPending} onClick={() => sending.mutate(undefined)}>
          Reenviar tudo que falhou
        </Button>
      }
    >
      <SelectField label="Mostrar" value={filter} onChange={event => setFilter(event.target.value as DeliveryFilter)}>
        <option value="">Todos os envios</option>
        {Object.entries(states).map(([state, { label }]) => (
          <option key={state} value={state}>
            {label}
          </option>
        ))}
      </SelectField>
      {log.isError && <LoadErrorNotice title="Não foi possível carregar os envios" query={log} />}
      {log.data && deliveries.length === 0 && <p className="py-8 text-center text-text2">Nenhum envio.</p>}
      <ul className="mt-2 divide-y divide-border">
        {deliveries.map(delivery => (
          <li key={delivery._id} className="flex flex-wrap items-start gap-x-3 gap-y-1 py-3">
            <div className="min-w-[min(14rem,100%)] flex-1">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{typeName(delivery.type)}</span>
                <Badge tone={states[delivery.state].tone}>{states[delivery.state].label}</Badge>
              </p>
              <p className="text-sm text-text3">{formatDateTime(delivery.createdAt)}</p>
              <p className="text-sm text-text2">{outcomeOf(delivery)}</p>
              {delivery.answer && (
                <details className="text-sm">
                  <summary>Resposta</summary>
                  <pre className="wrap-anywhere mt-1 whitespace-pre-wrap rounded-control bg-column p-2">
                    {delivery.answer}
                  </pre>
                </details>
              )}
            </div>
            {!['pending', 'sending'].includes(delivery.state) && (
              <Button variant="ghost" size="sm" disabled={sending.isPending} onClick={() => sending.mutate(delivery)}>
                Reenviar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {log.hasNextPage && (
        <Button busy={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
    </Dialog>
  )
}
