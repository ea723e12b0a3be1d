import type { MailKind, TrailEntry } from '#contract/admin.ts'
import { type LeadStatus, statusLabels } from '#contract/leads/lead-status.ts'
import { mailNames } from './mails/mail-text.ts'

/** Labels of the reasons stored in the trail. The Portuguese keys are those of earlier releases. */
const reasonTexts: Record<string, string> = {
  administrator: 'correção de status',
  'checkout-return': 'ao voltar do pagamento',
  login: 'ao entrar na conta',
  profile: 'ao abrir o perfil',
  reconciliation: 'conferência automática',
  'subscription-test': 'teste de assinatura',
  'user-request': 'a pedido do cliente',
  webhook: 'aviso do Stripe',
  administração: 'correção de status',
  aviso: 'aviso do Stripe',
  conferência: 'conferência automática',
  entrada: 'ao entrar na conta',
  pedido: 'a pedido do cliente',
  perfil: 'ao abrir o perfil',
  'volta do pagamento': 'ao voltar do pagamento',
}

const describeCheck = (checked: string, changed: string): string =>
  [
    `${checked} ${checked === '1' ? 'cliente verificado' : 'clientes verificados'}`,
    `${changed} ${changed === '1' ? 'corrigido' : 'corrigidos'}`,
  ].join(', ')

/** Describes the filters and the page. Returns nothing for the first page without filters. */
const describeFilters = ({ search, status, email, page }: Record<string, string>): string =>
  [
    search && `busca “${search}”`,
    status && `etapa ${statusLabels[status as LeadStatus] ?? status}`,
    email && `e-mail do cliente “${email}”`,
    page && page !== '1' && `página ${page}`,
  ]
    .filter(Boolean)
    .join(', ')

/** Keys of `details` in rows of earlier releases. */
const earlierKeys: Record<string, string> = {
  antes: 'before',
  depois: 'after',
  motivo: 'reason',
  alerta: 'warning',
  pagamento: 'payment',
  conferidos: 'checked',
  mudados: 'changed',
}

const withCurrentKeys = (details: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(details).map(([key, value]) => [earlierKeys[key] ?? key, value]))

const describeChanges = (details: Record<string, string>): string => {
  const { before, after, reason, warning, payment, checked, changed } = withCurrentKeys(details)
  return [
    before && after && `${before} → ${after}`,
    checked && changed && describeCheck(checked, changed),
    payment,
    reason && (reasonTexts[reason] ?? reason),
    warning && `Atenção: ${warning}`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** Describes a single mail by its kind, several mails by their number. */
const describeMails = ({ kind, count }: Record<string, string>, subjectEmail: string | null): string =>
  kind ? `o e-mail “${mailNames[kind as MailKind] ?? kind}” para ${subjectEmail}` : `${count} e-mails não entregues`

/** Describes a trail entry in one line. */
export const describeTrailEntry = ({ action, subjectEmail, details }: TrailEntry): string => {
  const whom = subjectEmail ?? 'todos os clientes'
  switch (action) {
    case 'read-clients':
      return ['Consultou a lista de clientes', describeFilters(details)].filter(Boolean).join(': ')
    case 'read-leads':
      return ['Consultou os leads dos clientes', describeFilters(details)].filter(Boolean).join(': ')
    case 'grant-admin':
      return `Deu a ${whom} acesso de administrador`
    case 'revoke-admin':
      return `Retirou de ${whom} o acesso de administrador`
    case 'change-subscription':
      return [`Assinatura de ${whom}`, describeChanges(details)].filter(Boolean).join(': ')
    case 'resend-mails':
      return `Mandou reenviar ${describeMails(details, subjectEmail)}`
    case 'discard-mails':
      return `Descartou ${describeMails(details, subjectEmail)}`
  }
}

/** Names the actor of an action without a session. */
export const systemActorLabel = ({ action }: TrailEntry): string =>
  action === 'change-subscription' ? 'Provedor de pagamentos' : 'Comando no servidor'
