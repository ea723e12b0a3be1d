import type { Notification } from '#contract/notifications/notifications.ts'
import { paths } from '#contract/screens.ts'
import { formatDate } from '#contract/values/dates.ts'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'

const importEndings = {
  done: 'terminou',
  undone: 'foi desfeita',
  failed: 'parou com um erro',
} as const

/** "Marina Alves passou 12 leads para você" */
export const notificationText = ({ kind, count, lead, cause, outcome, dueOn }: Notification): string => {
  const leads = lead?.nome ?? formatLeadCount(count)
  const isOne = count === 1
  switch (kind) {
    case 'assigned':
      return cause ? `${cause.nome} passou ${leads} para você` : `${leads} ${isOne ? 'passou' : 'passaram'} para você`
    case 'captured': {
      const from = cause ? ` por ${cause.nome}` : ''
      return isOne ? `${leads} chegou${from} e ficou com você` : `${leads} chegaram${from} e ficaram com você`
    }
    case 'joined':
      return `${cause?.nome ?? 'Uma pessoa'} entrou na equipe`
    case 'imported':
      return `A importação de ${cause?.nome} ${outcome ? importEndings[outcome] : 'está em andamento'}`
    case 'quarantined':
      return cause ? `O formulário ${cause.nome} tem um envio em espera` : 'Há um envio em espera'
    case 'deadline':
      return `Responda ao pedido ${cause?.nome}${dueOn ? ` até ${formatDate(dueOn)}` : ''}`
    case 'backups-failing':
      return 'As cópias da conta estão falhando'
  }
}

/** Where the user is, for a lead that opens over the current tab. */
interface Place {
  pathname: string
  search: string
  memberId: string
}

export const notificationUrl = ({ kind, lead, cause }: Notification, { pathname, search, memberId }: Place): string => {
  if (kind === 'joined') return paths.profileTeam
  if (kind === 'deadline') return paths.profilePrivacy
  if (kind === 'backups-failing') return paths.profileBackups
  if (kind === 'quarantined') return paths.profileIntegrations
  if (kind === 'imported') return `${paths.import}?arquivo=${cause?._id}`
  const parameters = new URLSearchParams(lead && pathname === paths.dashboard ? search : 'aba=lista')
  if (lead) parameters.set('lead', lead._id)
  else parameters.set('responsavel', memberId)
  return `${paths.dashboard}?${parameters}`
}
