import { type TeamRole, teamRoleNames } from '#contract/team/roles.ts'
import { type Timezone, timezoneNames } from '#contract/team/settings.ts'
import type { AccountTrailEntry } from '#contract/team/team.ts'
import { formatDate } from '#contract/values/dates.ts'

const roleOf = (role: string | undefined): string => teamRoleNames[role as TeamRole]?.toLowerCase() ?? ''

const settingTexts: Record<string, (value: string) => string> = {
  nome: value => `nome: ${value}`,
  timezone: value => `fuso horário: ${timezoneNames[value as Timezone] ?? value}`,
  sellers_see: value =>
    value === 'all' ? 'vendedores veem todos os leads' : 'vendedores veem apenas os próprios leads',
  sellers_take_unassigned: value =>
    value === 'true' ? 'vendedores podem pegar leads sem responsável' : 'vendedores não pegam leads sem responsável',
  digest_hour: value => (value === 'null' ? 'sem resumo da manhã' : `resumo da manhã às ${value} h`),
}

const leadsText = ({ leads = '0', leadsTo }: Record<string, string>): string => {
  if (leads === '0') return ''
  return leadsTo ? ` (leads: ${leads}, agora com ${leadsTo})` : ` (leads: ${leads}, agora sem responsável)`
}

const undoneImportText = ({ on = '', removed = '0', restored = '0', kept = '0' }: Record<string, string>): string => {
  const counts = [
    removed !== '0' && `para a lixeira: ${removed}`,
    restored !== '0' && `com os valores de antes: ${restored}`,
    kept !== '0' && `mantidos porque mudaram depois: ${kept}`,
  ].filter(Boolean)
  return `desfez a importação de ${formatDate(on)} (leads ${counts.join('; ') || 'sem mudança'})`
}

const restoredBackupText = ({
  mode,
  day = '',
  returned = '0',
  changed = '0',
  removed = '0',
}: Record<string, string>): string => {
  const counts = [
    returned !== '0' && `voltaram: ${returned}`,
    changed !== '0' && `com os valores de antes: ${changed}`,
    removed !== '0' && `para a lixeira: ${removed}`,
  ].filter(Boolean)
  const what = mode === 'state' ? 'voltou ao estado' : 'trouxe de volta o que foi excluído,'
  return `${what} da cópia de ${formatDate(day)} (leads ${counts.join('; ') || 'sem mudança'})`
}

/** One sentence without its actor: "removeu Rui Lima da equipe". */
export const trailText = ({ action, subject, details }: AccountTrailEntry): string => {
  switch (action) {
    case 'invite':
      return `convidou ${subject} como ${roleOf(details.team_role)}`
    case 'resend-invite':
      return `reenviou o convite de ${subject}`
    case 'withdraw-invite':
      return `retirou o convite de ${subject}`
    case 'join':
      return `aceitou o convite e entrou como ${roleOf(details.team_role)}`
    case 'change-role':
      return `mudou o papel de ${subject}: de ${roleOf(details.from)} para ${roleOf(details.to)}`
    case 'transfer-ownership':
      return `passou a conta para ${subject}`
    case 'order-seats':
      return `mudou a ordem das vagas: ${details.members}`
    case 'remove-member':
      return `removeu ${subject} da equipe${leadsText(details)}`
    case 'leave':
      return `saiu da equipe${leadsText(details)}`
    case 'create-key':
      return `criou a chave de API “${subject}”`
    case 'revoke-key':
      return `revogou a chave de API “${subject}”`
    case 'change-settings':
      return `mudou as configurações: ${Object.entries(details)
        .map(([name, value]) => settingTexts[name]?.(value) ?? name)
        .join('; ')}`
    case 'change-fiscal-data':
      return 'mudou os dados fiscais'
    case 'export-leads':
      return `exportou leads (${details.format?.toUpperCase() ?? ''})`
    case 'undo-import':
      return undoneImportText(details)
    case 'create-backup':
      return 'pediu uma cópia da conta'
    case 'download-backup':
      return `pediu para baixar a cópia de ${formatDate(details.day ?? '')}`
    case 'restore-backup':
      return restoredBackupText(details)
    case 'undo-restore':
      return `desfez a restauração da cópia de ${formatDate(details.day ?? '')}`
    case 'privacy-report':
      return 'baixou o relatório de uma pessoa'
    case 'privacy-request':
      return `registrou o pedido ${details.protocol}`
    case 'privacy-request-closed':
      return `respondeu ao pedido ${details.protocol}`
    case 'privacy-settings':
      return 'mudou os prazos de privacidade'
    case 'correct-person':
      return `corrigiu os dados de uma pessoa${details.leads ? ` (leads: ${details.leads})` : ''}${details.protocol ? `, pedido ${details.protocol}` : ''}`
    case 'anonymize':
      if (details.reason === 'restore')
        return `teve uma anonimização refeita após uma restauração (leads: ${details.leads})`
      return `anonimizou uma pessoa (leads: ${details.leads ?? '0'})${details.protocol ? `, pedido ${details.protocol}` : ''}`
    case 'contact-again':
      return 'cadastrou de novo, com base legal, uma pessoa que tinha pedido a exclusão'
  }
}
