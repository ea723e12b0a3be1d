import type { Metrics } from '#contract/admin.ts'
import { formatDateTime } from '#contract/values/dates.ts'
import { Notice } from '#web/ui/notice.tsx'

const lastText = (lastVerifiedAt: string | null): string =>
  lastVerifiedAt === null
    ? 'Ainda não há cópia verificada do banco de dados.'
    : `Última cópia verificada do banco de dados: ${formatDateTime(lastVerifiedAt)}.`

/** Shows the age of the backups; warns when they are overdue. */
export const BackupLine = ({ backup }: { backup: Metrics['backup'] }) => {
  if (!backup) return <p className="text-sm text-text2">As cópias do banco de dados são feitas fora do sistema.</p>
  const text = lastText(backup.lastVerifiedAt)
  if (!backup.isOverdue) return <p className="text-sm text-text2">{text}</p>
  return (
    <Notice tone="warn" title={text}>
      No servidor, rode “npm run backup” para ver o que impede novas cópias.
    </Notice>
  )
}
