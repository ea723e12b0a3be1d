import { describe, expect, it } from 'vitest'
import {
  type AccessState,
  hasAccess,
  isOnTrial,
  subscriptionStatuses,
  subscriptionStatusLabel,
  trialDaysLeft,
} from './subscription.ts'

const now = new Date('2026-11-20T12:00:00Z')
const tomorrow = '2026-11-21T12:00:00Z'
const yesterday = '2026-11-19T12:00:00Z'

const onTrial: AccessState = {
  role: 'user',
  subscription_plan: null,
  subscription_status: 'inactive',
  trial_end: tomorrow,
}
const trialOver: AccessState = { ...onTrial, trial_end: yesterday }
const paying: AccessState = { ...trialOver, subscription_plan: 'pro', subscription_status: 'active' }

describe('access to leads', () => {
  it.each<[string, AccessState, boolean]>([
    ['a running trial has it', onTrial, true],
    ['a trial that is over has none', trialOver, false],
    ['a trial that ends this moment has none', { ...onTrial, trial_end: now.toISOString() }, false],
    ['an active subscription has it, also long after the trial', paying, true],
    ['arrears have none', { ...paying, subscription_status: 'past_due' }, false],
    ['a canceled subscription has none', { ...paying, subscription_status: 'canceled' }, false],
    [
      'canceling inside the three days does not bring the trial back',
      { ...paying, subscription_status: 'canceled', trial_end: tomorrow },
      false,
    ],
    [
      'a plan that is not paid yet is no trial',
      { ...onTrial, subscription_plan: 'basic', subscription_status: 'inactive' },
      false,
    ],
    ['an administrator always has it', { ...trialOver, role: 'admin' }, true],
  ])('%s', (_, subscriber, expected) => {
    expect(hasAccess(subscriber, now)).toBe(expected)
  })

  it('of a trial does not depend on the time zone', () => {
    expect(isOnTrial({ ...onTrial, trial_end: '2026-11-20T12:00:00.001Z' }, now)).toBe(true)
  })
})

describe('trial days left', () => {
  it.each([
    ['2026-11-23T12:00:00Z', 3],
    ['2026-11-22T14:24:00Z', 3],
    ['2026-11-22T12:00:00Z', 2],
    ['2026-11-20T12:00:01Z', 1],
    ['2026-11-20T12:00:00Z', 0],
    ['2026-11-01T12:00:00Z', 0],
  ])('until %s are %d', (trial_end, days) => {
    expect(trialDaysLeft({ ...onTrial, trial_end }, now)).toBe(days)
  })

  it('are 0 for a subscriber', () => {
    expect(trialDaysLeft({ ...paying, trial_end: tomorrow }, now)).toBe(0)
  })
})

describe('status label', () => {
  it('exists for every status', () => {
    expect(subscriptionStatuses.map(subscriptionStatusLabel)).toEqual(['Ativo', 'Inativo', 'Em atraso', 'Cancelado'])
  })

  it.each(['trialing', '', 'constructor'])('is "Desconhecido" for %j', status => {
    expect(subscriptionStatusLabel(status)).toBe('Desconhecido')
  })
})
