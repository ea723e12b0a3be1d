import { describe, expect, it } from 'vitest'
import { errors } from '../errors.ts'
import { supportPromises } from '../support/promises.ts'
import {
  accountQuota,
  type Entitlements,
  entitlements,
  includes,
  planEntitlements,
  smallestPlanWith,
  trialEntitlements,
} from './entitlements.ts'
import { claimTexts, comingFeatures, planFeatures, shownClaims } from './plan-claims.ts'
import { type AccessState, planIds, planNames, trialLengthMs } from './subscription.ts'

const now = new Date('2026-11-20T12:00:00Z')
const later = new Date(now.getTime() + trialLengthMs)

const paying: AccessState = {
  role: 'user',
  subscription_plan: 'pro',
  subscription_status: 'active',
  trial_end: '2026-01-01T00:00:00.000000Z',
}
const onTrial: AccessState = {
  ...paying,
  subscription_plan: null,
  subscription_status: 'inactive',
  trial_end: later.toISOString(),
}

describe('entitlements', () => {
  it.each(planIds)('of an active subscription equal those of the plan %s', plan => {
    expect(entitlements({ ...paying, subscription_plan: plan }, now)).toEqual(planEntitlements[plan])
  })

  it('of a trial equal Profissional without daily backups and with size limits', () => {
    expect(entitlements(onTrial, now)).toEqual({
      ...planEntitlements.pro,
      leads: 20_000,
      leadTextBytes: 20_000_000,
      dailyCopyDays: 0,
    })
  })

  it.each<[string, AccessState]>([
    ['a trial that is over', { ...onTrial, trial_end: now.toISOString() }],
    ['a payment that is overdue', { ...paying, subscription_status: 'past_due' }],
    ['a canceled subscription', { ...paying, subscription_status: 'canceled' }],
    ['a plan that was never paid', { ...onTrial, subscription_plan: 'basic' }],
  ])('of %s contain only the owner’s seat and support by e-mail', (_, account) => {
    const { seats, ...others } = entitlements(account, now)
    expect(seats).toBe(1)
    expect(Object.values(others).filter(value => value && value !== 'own' && value !== 'email')).toEqual([])
  })

  it('of an administrator have no lead limit', () => {
    expect(entitlements({ ...onTrial, role: 'admin' }, now)).toMatchObject({
      leads: Number.POSITIVE_INFINITY,
      leadTextBytes: Number.POSITIVE_INFINITY,
    })
  })

  it('never shrink from one plan to the next', () => {
    const words = ['own', 'team', 'by-seller', 'by-period', 'email', 'priority', 'always']
    const ranks = (held: Entitlements) =>
      Object.values(held).map(value => (typeof value === 'string' ? words.indexOf(value) : Number(value)))
    const [basic, pro, enterprise] = planIds.map(plan => ranks(planEntitlements[plan]))
    for (const [index, value] of (pro ?? []).entries()) {
      expect(value).toBeGreaterThanOrEqual(basic?.[index] ?? 0)
      expect(enterprise?.[index]).toBeGreaterThanOrEqual(value)
    }
  })
})

describe('accountQuota', () => {
  const limitOf = (account: AccessState) => accountQuota({ ...account, is_trial: account === onTrial })

  it('is 100 leads on Básico, 20.000 leads and 20 MB on the trial, and undefined otherwise', () => {
    expect(limitOf({ ...paying, subscription_plan: 'basic' })).toEqual({
      source: 'plan',
      leads: 100,
      bytes: Number.POSITIVE_INFINITY,
    })
    expect(limitOf(onTrial)).toEqual({ source: 'trial', leads: 20_000, bytes: 20_000_000 })
    expect(limitOf(paying)).toBeUndefined()
    expect(limitOf({ ...paying, subscription_plan: 'enterprise' })).toBeUndefined()
    expect(limitOf({ ...paying, subscription_plan: 'basic', role: 'admin' })).toBeUndefined()
  })
})

describe('smallestPlanWith', () => {
  it.each<[string, (held: Entitlements) => boolean, string | undefined]>([
    ['for the 101st lead', held => held.leads > 100, 'pro'],
    ['for a second seat', held => held.seats >= 2, 'pro'],
    ['for a sixth seat', held => held.seats >= 6, 'enterprise'],
    ['for an API key', held => held.apiKeys > 0, 'enterprise'],
    ['for a capture form', held => held.captureForms > 0, 'basic'],
    ['for a 26th seat', held => held.seats >= 26, undefined],
  ])('%s', (_, isEnough, plan) => {
    expect(smallestPlanWith(isEnough)).toBe(plan)
  })
})

describe('plan texts', () => {
  it('list the specified features when the operator keeps every promise', () => {
    expect(planIds.map(plan => [planNames[plan], ...claimTexts(plan, supportPromises)])).toEqual([
      [
        'Básico',
        'Até 100 leads',
        'Dashboard básico',
        'Exportação em PDF',
        'Suporte por e-mail',
        'Atualizações gratuitas',
      ],
      [
        'Profissional',
        'Leads ilimitados',
        'Dashboard avançado',
        'Relatórios detalhados',
        'Suporte prioritário',
        'Integração com CRM',
        'Backup automático',
        'Múltiplos usuários',
      ],
      [
        'Empresarial',
        'Tudo do Profissional',
        'Suporte 24/7',
        'Treinamento dedicado',
        'Relatórios avançados',
        'API personalizada',
        'Sua marca em white-label',
        'Integrações personalizadas',
      ],
    ])
  })

  it.each(supportPromises)('leave out one line when the operator does not keep "%s"', promise => {
    const kept = supportPromises.filter(other => other !== promise)
    const shown = planIds.flatMap(plan => shownClaims(plan, kept))
    const all = planIds.flatMap(plan => planFeatures[plan])
    expect(all.filter(claim => !shown.includes(claim))).toEqual([expect.objectContaining({ promise })])
  })

  it.each(planIds)('of %s promise only features that the plan includes', plan => {
    for (const { text, feature, comingSoon } of planFeatures[plan]) {
      if (!feature) continue
      expect(includes(planEntitlements[plan], feature), text).toBe(true)
      expect(comingSoon === true, text).toBe(comingFeatures.includes(feature))
    }
  })

  it('announce nothing that does not exist, and back up only what the plan of the claim keeps', () => {
    expect(comingFeatures).toEqual([])
    const claim = planFeatures.pro.find(({ text }) => text === 'Backup automático')
    expect(claim).toEqual({ text: 'Backup automático', feature: 'dailyCopyDays' })
    expect(planIds.map(plan => planEntitlements[plan].dailyCopyDays)).toEqual([0, 14, 30])
  })

  it('quote the limits of the entitlements in error messages', () => {
    expect(errors.lead_limit_reached.message).toContain(`até ${planEntitlements.basic.leads} leads`)
    const { leads, leadTextBytes } = trialEntitlements
    expect(errors.trial_limit_reached.message).toContain(
      `até ${leads.toLocaleString('pt-BR')} leads e ${leadTextBytes / 1_000_000} MB`,
    )
  })
})
