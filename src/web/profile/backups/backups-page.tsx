import { useQuery } from '@tanstack/react-query'
import { type AccountBackup, type AccountBackups, maxManualBackups } from '#contract/account-backups/account-backups.ts'
import { restoreUndoDays } from '#contract/retention.ts'
import { formatDateTime, formatRelativeTime, formatTimestampDate } from '#contract/values/dates.ts'
import { PlanNotice } from '#web/billing/plan-notice.tsx'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { paths } from '#web/lib/url/paths.ts'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { ProfileLayout } from '../profile-layout.tsx'
import { Section } from '../section.tsx'
import { BackupList } from './backup-list.tsx'
import { backupsQuery } from './backups-api.ts'
import { CreateBackup } from './create-backup.tsx'
import { LastRestore } from './last-restore.tsx'

export default function BackupsPage() {
  return (
    <ProfileLayout path={paths.profileBackups}>
      <Backups />
    </ProfileLayout>
  )
}

const Backups = () => {
  const query = useQuery(backupsQuery)
  if (!query.data)
    return (
      <div className="mt-6">
        {query.isError ? (
          <LoadErrorNotice title="Não foi possível carregar as cópias" query={query} />
        ) : (
          <ListSkeleton />
        )}
      </div>
    )
  const { backups, restores, dailyDays, weeklyWeeks } = query.data
  // One that was only prepared is in its dialog.
  const last = restores.find(({ state }) => state !== 'checking' && state !== 'ready')
  if (dailyDays === 0 && backups.length === 0)
    return (
      <div className="mt-6">
        <PlanNotice title="O backup automático vem com o Profissional">
          Todo dia, uma cópia verificada dos seus leads, com notas e história. Você traz de volta o que foi excluído ou
          volta a um dia anterior, com prévia e desfazer.
        </PlanNotice>
      </div>
    )
  return (
    <>
      <div className="mt-6 grid gap-4">
        <Status {...query.data} />
        {last && <LastRestore key={last._id} id={last._id} />}
      </div>
      <Section
        title="Cópias"
        text={[
          keptText(dailyDays, weeklyWeeks),
          `Cada uma tem todos os leads daquele momento, com notas e história. Equipe, papéis, senhas, chaves e assinatura nunca voltam de uma cópia. O que uma restauração faz pode ser desfeito por ${restoreUndoDays} dias.`,
        ].join(' ')}
        wide
      >
        {dailyDays > 0 && <CreateBackup {...query.data} />}
        <BackupList backups={backups} mayRestore={dailyDays > 0} />
      </Section>
    </>
  )
}

const keptText = (dailyDays: number, weeklyWeeks: number): string => {
  if (dailyDays === 0) return 'Novas cópias não são feitas neste plano.'
  const weekly = weeklyWeeks > 0 ? ` e uma por semana durante ${weeklyWeeks} semanas` : ''
  return `Uma por dia, guardada por ${dailyDays} dias${weekly}. Você pode pedir mais ${maxManualBackups} em 24 horas.`
}

const isVerified = ({ kind, verifiedAt }: AccountBackup) => kind !== 'before-restore' && verifiedAt !== null

const maxAgeMs = 26 * 60 * 60 * 1000

/** Whether the account is covered, in one sentence. */
const Status = ({ backups, dailyDays, isFailing }: AccountBackups) => {
  const last = backups.find(isVerified)
  const endsAt = last?.expiresAt
  if (dailyDays === 0)
    return (
      <PlanNotice title="Novas cópias voltam com o Profissional">
        {endsAt
          ? `As que já existem podem ser baixadas até ${formatTimestampDate(endsAt)}. Restaurar também volta com o plano.`
          : 'As que já existem podem ser baixadas.'}
      </PlanNotice>
    )
  if (isFailing)
    return (
      <Notice tone="warn" title="A última tentativa de cópia falhou">
        {last
          ? `A última cópia verificada tem os dados de ${formatDateTime(last.createdAt)}.`
          : 'Ainda não há cópia verificada.'}{' '}
        O sistema tenta novamente a cada hora; seus leads não mudam.
      </Notice>
    )
  if (!last?.verifiedAt)
    return (
      <Notice title="A primeira cópia está a caminho">
        Ela é feita dentro de uma hora e aparece aqui depois de verificada. Depois, vem uma por noite.
      </Notice>
    )
  const now = new Date()
  const isLate = now.getTime() - Date.parse(last.verifiedAt) > maxAgeMs
  return (
    <Notice
      tone={isLate ? 'warn' : 'success'}
      title={`Última cópia verificada: ${formatRelativeTime(last.verifiedAt, now)}`}
    >
      {isLate
        ? 'A cópia desta noite ainda não foi feita. O sistema tenta novamente a cada hora.'
        : `${formatLeadCount(last.leads)}, como estavam em ${formatDateTime(last.createdAt)}. O arquivo foi lido do começo ao fim.`}
    </Notice>
  )
}
