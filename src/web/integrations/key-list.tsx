import { useState } from 'react'
import { type ApiKey, scopeNames } from '#contract/keys/keys.ts'
import { formatDateTime } from '#contract/values/dates.ts'
import { useWriteAction } from '#web/forms/use-write-action.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { keysQuery, revokeKey } from './api.ts'

export const KeyList = ({ keys }: { keys: ApiKey[] }) => {
  const [revoked, setRevoked] = useState<ApiKey>()
  return (
    <>
      <ul className="divide-y divide-border rounded-panel border border-border bg-surface">
        {keys.map(key => (
          <li key={key._id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
            <div className="min-w-[min(14rem,100%)] flex-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="wrap-anywhere font-medium">{key.nome}</span>
                <code className="text-sm text-text3">fch_…{key.last4}</code>
                {key.isExpired && <Badge tone="warn">Vencida</Badge>}
              </p>
              <p className="text-sm text-text2">{key.scopes.map(scope => scopeNames[scope]).join(' · ')}</p>
              <p className="text-sm text-text3">
                {key.lastUsedAt ? `Último uso em ${formatDateTime(key.lastUsedAt)}` : 'Ainda sem uso'} ·{' '}
                {key.expiresAt ? `validade até ${formatDateTime(key.expiresAt)}` : 'sem validade'} · criada por{' '}
                {key.createdBy.nome}
                {!key.createdBy.isMember && ' (saiu)'}
              </p>
            </div>
            <Button variant="dangerGhost" size="sm" className="-mr-2.5 max-md:-ml-2.5" onClick={() => setRevoked(key)}>
              Revogar
            </Button>
          </li>
        ))}
      </ul>
      {revoked && <RevokeDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  )
}

const RevokeDialog = ({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) => {
  const revoking = useWriteAction({
    write: () => revokeKey(apiKey),
    failed: 'A chave não foi revogada',
    onSuccess: () => {
      toast.success({ title: `A chave “${apiKey.nome}” não vale mais` })
      onClose()
    },
    queryKey: keysQuery.queryKey,
  })
  return (
    <ConfirmDialog
      open
      danger
      title={`Revogar a chave “${apiKey.nome}”?`}
      text="O sistema que usa esta chave perde o acesso na hora. Para voltar, será preciso criar outra."
      confirmLabel={revoking.isPending ? 'Revogando...' : 'Revogar chave'}
      cancelLabel="Manter chave"
      busy={revoking.isPending}
      onConfirm={() => revoking.mutate()}
      onCancel={onClose}
    />
  )
}
