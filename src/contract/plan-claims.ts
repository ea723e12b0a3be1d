import { type Feature, planEntitlements } from './entitlements.ts'
import type { PlanId } from './subscription.ts'

/** A line on a plan's card. */
export interface PlanClaim {
  text: string
  /** The entitlement that it promises, for those that the server counts or refuses. */
  feature?: Feature
  /** Promised for later, and marked so wherever a plan is sold. */
  comingSoon?: true
}

/** Entitlements that the product does not have yet. Take one out with the commit that builds it. */
export const comingFeatures: readonly Feature[] = [
  'seats',
  'captureForms',
  'webhooks',
  'apiKeys',
  'apiRequestsPerMinute',
  'dailyCopyDays',
  'weeklyCopyWeeks',
  'reports',
  'live',
]

const promising = (feature: Feature, text: string): PlanClaim => ({
  text,
  feature,
  ...(comingFeatures.includes(feature) && { comingSoon: true }),
})

const leadsText = (plan: PlanId): string => {
  const { leads } = planEntitlements[plan]
  return Number.isFinite(leads) ? `Até ${leads.toLocaleString('pt-BR')} leads` : 'Leads ilimitados'
}

/** The texts are the specification's, section 9. */
export const planFeatures: Record<PlanId, PlanClaim[]> = {
  basic: [
    promising('leads', leadsText('basic')),
    { text: 'Dashboard básico' },
    { text: 'Exportação em PDF' },
    { text: 'Suporte por e-mail' },
    { text: 'Atualizações gratuitas' },
  ],
  pro: [
    promising('leads', leadsText('pro')),
    { text: 'Dashboard avançado' },
    { text: 'Relatórios detalhados' },
    { text: 'Suporte prioritário' },
    promising('webhooks', 'Integração com CRM'),
    promising('dailyCopyDays', 'Backup automático'),
    promising('seats', 'Múltiplos usuários'),
  ],
  enterprise: [
    { text: 'Tudo do Profissional' },
    { text: 'Suporte 24/7' },
    { text: 'Treinamento dedicado' },
    { text: 'Relatórios avançados' },
    promising('apiKeys', 'API personalizada'),
    { text: 'White-label', comingSoon: true },
    promising('webhooks', 'Integrações personalizadas'),
  ],
}

export const claimTexts = (plan: PlanId): string[] =>
  planFeatures[plan].map(({ text, comingSoon }) => (comingSoon ? `${text} (em breve)` : text))
