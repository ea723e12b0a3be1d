import { Download, History } from 'lucide-react'
import { useState } from 'react'
import type { AccountBackup, BackupFailure } from '#contract/account-backups/account-backups.ts'
import { backupLinkMinutes } from '#contract/retention.ts'
import { formatDateTime, formatTimestampDate } from '#contract/values/dates.ts'
import { formatDecimal } from '#contract/values/numbers.ts'
import { PasswordDialog } from '#web/forms/password-dialog.tsx'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { downloadBackup } from './backups-api.ts'
import { RestoreDialog } from './restore-dialog.tsx'

interface BackupListProps {
  backups: AccountBackup[]
  /** Whether the plan holds backups. */
  mayRestore: boolean
}

type Asked = { backup: AccountBackup; what: 'download' | 'restore' }

export const BackupList = ({ backups, mayRestore }: BackupListProps) => {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  if (backups.length === 0) return <p className="text-text2">Ainda não há cópias.</p>
  return (
    <>
      <ul className="divide-y divide-border overflow-hidden rounded-panel border border-border bg-surface">
        {backups.map(backup => (
          <BackupItem
            key={backup._id}
            backup={backup}
            mayRestore={mayRestore}
            onAsk={what => setAsked({ backup, what })}
          />
        ))}
      </ul>
      {asked?.what === 'download' && <DownloadDialog backup={asked.backup} onClose={close} />}
      {asked?.what === 'restore' && <RestoreDialog backup={asked.backup} onClose={close} />}
    </>
  )
}

const failureTexts: Record<BackupFailure, string> = {
  damaged: 'O arquivo está danificado',
  incomplete: 'O arquivo não está inteiro',
  'newer-format': 'O arquivo é de uma versão mais nova do sistema',
}

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${formatDecimal(bytes / 1_000_000, 1)} MB`

interface BackupItemProps {
  backup: AccountBackup
  mayRestore: boolean
  onAsk: (what: Asked['what']) => void
}

const BackupItem = ({ backup, mayRestore, onAsk }: BackupItemProps) => {
  const { kind, createdAt, leads, bytes, verifiedAt, failure, loadedAt, expiresAt } = backup
  const when = formatDateTime(createdAt)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-[min(14rem,100%)] flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{when}</span>
          <Badge tone={verifiedAt ? 'success' : 'warn'}>{verifiedAt ? 'Verificada' : 'Não verificada'}</Badge>
          {kind === 'manual' && <Badge tone="neutral">A pedido</Badge>}
          {kind === 'before-restore' && <Badge tone="neutral">Antes de restaurar</Badge>}
        </p>
        <p className="text-sm text-text2">
          {failure
            ? `${failureTexts[failure]} e não pode ser usado.`
            : [
                formatLeadCount(leads),
                sizeText(bytes),
                loadedAt && `restauração testada em ${formatTimestampDate(loadedAt)}`,
                expiresAt && `guardada até ${formatTimestampDate(expiresAt)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
        </p>
      </div>
      {verifiedAt && (
        <div className="flex flex-wrap gap-2">
          {mayRestore && (
            <Button
              size="sm"
              icon={<History />}
              onClick={() => onAsk('restore')}
              aria-label={`Restaurar a cópia de ${when}`}
            >
              Restaurar
            </Button>
          )}
          <Button
            size="sm"
            icon={<Download />}
            onClick={() => onAsk('download')}
            aria-label={`Baixar a cópia de ${when}`}
          >
            Baixar
          </Button>
        </div>
      )}
    </li>
  )
}

const DownloadDialog = ({ backup, onClose }: { backup: AccountBackup; onClose: () => void }) => (
  <PasswordDialog
    title="Baixar a cópia"
    description={`De ${formatDateTime(backup.createdAt)}`}
    confirmLabel="Baixar"
    busyLabel="Preparando..."
    cancelLabel="Cancelar"
    failureTitle="A cópia não foi baixada"
    slowNote="Você pode fechar e tentar novamente depois."
    onConfirm={password => downloadBackup(backup._id, password)}
    onSuccess={() => {
      toast.success({ title: 'O download começou', description: 'O arquivo tem dados pessoais: guarde com cuidado.' })
      onClose()
    }}
    onClose={onClose}
  >
    O arquivo tem todos os leads, com contatos e notas. O link vale uma vez, por {backupLinkMinutes} minutos. O pedido
    fica no histórico da conta, e avisamos você por e-mail.
  </PasswordDialog>
)
