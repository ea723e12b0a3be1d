import { useState } from 'react'
import { webhookEventNames } from '#contract/webhooks/events.ts'
import { deliveryErrorText } from '#contract/webhooks/refusals.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { useWriteAction } from '#web/forms/use-write-action.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { removeWebhook, rotateWebhook, setWebhookState, testWebhook, webhooksQuery } from './api.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { ShownOnce } from './shown-once.tsx'

export const WebhookList = ({ webhooks }: { webhooks: Webhook[] }) => (
  <ul className="divide-y divide-border rounded-panel border border-border bg-surface">
    {webhooks.map(webhook => (
      <WebhookRow key={webhook._id} webhook={webhook} />
    ))}
  </ul>
)

const StateBadge = ({ webhook }: { webhook: Webhook }) => {
  if (webhook.isPausedByPlan) return <Badge tone="warn">Fora do plano</Badge>
  if (webhook.state === 'paused') return <Badge tone="neutral">Pausado</Badge>
  if (webhook.state === 'disabled') return <Badge tone="warn">Desativado por falhas</Badge>
  return webhook.failingSince ? <Badge tone="warn">Falhando</Badge> : <Badge tone="success">Ativo</Badge>
}

const { queryKey } = webhooksQuery

const WebhookRow = ({ webhook }: { webhook: Webhook }) => {
  const [open, setOpen] = useState<'log' | 'remove'>()
  const close = () => setOpen(undefined)
  const isActive = webhook.state === 'active'
  const rotating = useWriteAction({
    write: () => rotateWebhook(webhook),
    failed: 'O segredo não foi trocado',
    queryKey,
  })
  const switching = useWriteAction({
    write: () => setWebhookState(webhook, isActive ? 'paused' : 'active'),
    failed: isActive ? 'O webhook não foi pausado' : 'O webhook não foi ativado',
    onSuccess: () => toast.success({ title: isActive ? 'Webhook pausado' : 'Webhook ativado' }),
    queryKey,
  })
  const testing = useWriteAction({
    write: () => testWebhook(webhook),
    failed: 'O teste não foi enviado',
    onSuccess: ({ state, status, error }) =>
      state === 'delivered'
        ? toast.success({ title: `O endereço respondeu ${status}` })
        : toast.error({
            title: 'O teste falhou',
            description: error ? deliveryErrorText(error) : `O endereço respondeu ${status}.`,
          }),
    queryKey,
  })
  return (
    <li className="grid gap-2 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="wrap-anywhere font-medium">{webhook.description || webhook.url}</span>
        <StateBadge webhook={webhook} />
      </p>
      {webhook.description && <p className="wrap-anywhere text-sm text-text2">{webhook.url}</p>}
      <p className="text-sm text-text3">{webhook.events.map(event => webhookEventNames[event]).join(' · ')}</p>
      {rotating.data && (
        <ShownOnce
          title="Segredo trocado"
          text="O segredo anterior ainda vale por um dia. Copie o novo agora: ele não será mostrado de novo."
          value={rotating.data.secret}
          onClose={rotating.reset}
        />
      )}
      <div className="-mx-2.5 flex flex-wrap">
        <Button variant="ghost" size="sm" onClick={() => setOpen('log')}>
          Ver envios
        </Button>
        <Button variant="ghost" size="sm" busy={testing.isPending} onClick={() => testing.mutate()}>
          Enviar teste
        </Button>
        <Button variant="ghost" size="sm" busy={rotating.isPending} onClick={() => rotating.mutate()}>
          Trocar segredo
        </Button>
        <Button variant="ghost" size="sm" busy={switching.isPending} onClick={() => switching.mutate()}>
          {isActive ? 'Pausar' : 'Ativar'}
        </Button>
        <Button variant="dangerGhost" size="sm" onClick={() => setOpen('remove')}>
          Excluir
        </Button>
      </div>
      {open === 'log' && <DeliveryLog webhook={webhook} onClose={close} />}
      {open === 'remove' && <RemoveDialog webhook={webhook} onClose={close} />}
    </li>
  )
}

const RemoveDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const removing = useWriteAction({
    write: () => removeWebhook(webhook),
    failed: 'O webhook não foi excluído',
    onSuccess: () => {
      toast.success({ title: 'Webhook excluído' })
      onClose()
    },
    queryKey,
  })
  return (
    <ConfirmDialog
      open
      danger
      title="Excluir este webhook?"
      text="O endereço deixa de receber avisos, e a lista de envios também é excluída."
      confirmLabel={removing.isPending ? 'Excluindo...' : 'Excluir webhook'}
      cancelLabel="Manter webhook"
      busy={removing.isPending}
      onConfirm={() => removing.mutate()}
      onCancel={onClose}
    />
  )
}
