import type { TrailEntry } from '#contract/admin.ts'
import { type LeadStatus, statusLabels } from '#contract/lead-status.ts'

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

const changesText = ({ antes, depois, motivo, alerta, conferidos, mudados }: Record<string, string>): string =>
  [
    antes && depois && `${antes} → ${depois}`,
    conferidos && `${conferidos} clientes conferidos, ${mudados} alterados`,
    motivo && `por ${motivo}`,
    alerta && `ATENÇÃO: ${alerta}`,
  ]
    .filter(Boolean)
    .join('; ')

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
      return [`Assinatura de ${whom}`, changesText(details)].filter(Boolean).join(': ')
  }
}

/** Who did it, where nobody was signed in. */
export const withoutActor = ({ action }: TrailEntry): string =>
  action === 'change-subscription' ? 'Provedor de pagamentos' : 'Comando no servidor'
