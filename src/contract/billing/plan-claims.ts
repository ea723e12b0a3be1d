import type { SupportPromise } from '../support/promises.ts'
import { formatCount } from '../values/numbers.ts'
import { type Feature, planEntitlements } from './entitlements.ts'
import type { PlanId } from './subscription.ts'

export interface PlanClaim {
  text: string
  /** Entitlement behind the claim, if the server enforces one. */
  feature?: Feature
  /** What the operator's settings must keep for the claim to be shown. */
  promise?: SupportPromise
  /** Announced feature, marked as such wherever a plan is sold. */
  comingSoon?: true
}

/** Entitlements without an implementation. Remove an entry with the commit that builds the feature. */
export const comingFeatures: readonly Feature[] = []

const promising = (feature: Feature, text: string): PlanClaim => ({
  text,
  feature,
  ...(comingFeatures.includes(feature) && { comingSoon: true }),
})

const supporting = (feature: 'support' | 'training', promise: SupportPromise, text: string): PlanClaim => ({
  ...promising(feature, text),
  promise,
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
    supporting('support', 'email', 'Suporte por e-mail'),
    { text: 'Atualizações gratuitas' },
  ],
  pro: [
    promising('leads', leadsText('pro')),
    promising('reports', 'Dashboard avançado'),
    promising('reports', 'Relatórios detalhados'),
    supporting('support', 'priority', 'Suporte prioritário'),
    promising('webhooks', 'Integração com CRM'),
    promising('dailyCopyDays', 'Backup automático'),
    promising('seats', 'Múltiplos usuários'),
  ],
  enterprise: [
    { text: 'Tudo do Profissional' },
    supporting('support', 'always', 'Suporte 24/7'),
    supporting('training', 'training', 'Treinamento dedicado'),
    promising('reports', 'Relatórios avançados'),
    promising('apiKeys', 'API personalizada'),
    promising('brand', 'Sua marca em white-label'),
    promising('webhooks', 'Integrações personalizadas'),
  ],
}

/** Returns the claims that a product shows whose operator keeps the promises. */
export const shownClaims = (plan: PlanId, kept: readonly SupportPromise[]): PlanClaim[] =>
  planFeatures[plan].filter(({ promise }) => promise === undefined || kept.includes(promise))

export const claimTexts = (plan: PlanId, kept: readonly SupportPromise[]): string[] =>
  shownClaims(plan, kept).map(({ text, comingSoon }) => (comingSoon ? `${text} (em breve)` : text))
