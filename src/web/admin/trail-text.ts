import type { TrailEntry } from '#contract/admin.ts'
import { type LeadStatus, statusLabels } from '#contract/lead-status.ts'
import { subscriptionStatusLabel } from '#contract/subscription.ts'
import { planLabel } from './subscription-badge.tsx'

/** What was looked at, in words; nothing for the first page of everything. */
const filtersText = ({ search, status, email, page }: Record<string, string>): string =>
  [
    search && `busca “${search}”`,
    status && `status ${statusLabels[status as LeadStatus] ?? status}`,
    email && `e-mail do cliente “${email}”`,
    page && page !== '1' && `página ${page}`,
  ]
    .filter(Boolean)
    .join(', ')

const changesText = ({ status, plan }: Record<string, string>): string =>
  [
    status && `status ${subscriptionStatusLabel(status)}`,
    plan && `plano ${planLabel(plan as Parameters<typeof planLabel>[0]) ?? plan}`,
  ]
    .filter(Boolean)
    .join(', ')

/** What somebody did, in one line. */
export const trailText = ({ action, subjectEmail, details }: TrailEntry): string => {
  const whom = subjectEmail ?? 'todos os clientes'
  switch (action) {
    case 'read-leads':
      return ['Consultou os leads dos clientes', filtersText(details)].filter(Boolean).join(': ')
    case 'grant-admin':
      return `Tornou ${whom} administrador`
    case 'revoke-admin':
      return `Retirou de ${whom} o acesso de administrador`
    case 'change-subscription':
      return [`Alterou a assinatura de ${whom}`, changesText(details)].filter(Boolean).join(': ')
  }
}

export const onServer = 'Comando no servidor'
