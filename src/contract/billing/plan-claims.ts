import { formatCount } from '../values/numbers.ts'
import { type Feature, planEntitlements } from './entitlements.ts'
import type { PlanId } from './subscription.ts'

export interface PlanClaim {
  text: string
  /** Entitlement behind the claim, if the server enforces one. */
  feature?: Feature
  /** Announced feature, marked as such wherever a plan is sold. */
  comingSoon?: true
}

/** Entitlements without an implementation. Remove an entry with the commit that builds the feature. */
export const comingFeatures: readonly Feature[] = ['dailyCopyDays', 'weeklyCopyWeeks']

const promising = (feature: Feature, text: string): PlanClaim => ({
  text,
  feature,
  ...(comingFeatures.includes(feature) && { comingSoon: true }),
})

const leadsText = (plan: PlanId): string => {
  const { leads } = planEntitlements[plan]
  return Number.isFinite(leads) ? `Até ${formatCount(leads)} leads` : 'Leads ilimitados'
}

/** Texts from the specification; do not edit. */
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
    promising('reports', 'Dashboard avançado'),
    promising('reports', 'Relatórios detalhados'),
    { text: 'Suporte prioritário' },
    promising('webhooks', 'Integração com CRM'),
    promising('dailyCopyDays', 'Backup automático'),
    promising('seats', 'Múltiplos usuários'),
  ],
  enterprise: [
    { text: 'Tudo do Profissional' },
    { text: 'Suporte 24/7' },
    { text: 'Treinamento dedicado' },
    promising('reports', 'Relatórios avançados'),
    promising('apiKeys', 'API personalizada'),
    { text: 'Sua marca em white-label', comingSoon: true },
    promising('webhooks', 'Integrações personalizadas'),
  ],
}

export const claimTexts = (plan: PlanId): string[] =>
  planFeatures[plan].map(({ text, comingSoon }) => (comingSoon ? `${text} (em breve)` : text))
