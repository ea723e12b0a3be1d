import { describe, expect, it } from 'vitest'
import type { AccessState } from '#contract/billing/subscription.ts'
import { loginRedirect } from './login-redirect.ts'

const now = new Date('2026-11-20T12:00:00Z')
const later = '2026-11-21T12:00:00Z'
const before = '2026-11-19T12:00:00Z'

const subscriber = (change: Partial<AccessState> = {}): AccessState => ({
  role: 'user',
  subscription_plan: null,
  subscription_status: 'inactive',
  trial_end: later,
  ...change,
})
const onTrial = subscriber()
const trialOver = subscriber({ trial_end: before })

describe('the first page after login', () => {
  it.each<[string, AccessState | undefined, string]>([
    ['a running trial', onTrial, '/dashboard'],
    ['a trial that is over', trialOver, '/subscription'],
    [
      'an active subscription',
      subscriber({ subscription_status: 'active', subscription_plan: 'pro', trial_end: before }),
      '/dashboard',
    ],
    [
      'a payment in arrears',
      subscriber({ subscription_status: 'past_due', subscription_plan: 'pro' }),
      '/subscription',
    ],
    [
      'a canceled subscription',
      subscriber({ subscription_status: 'canceled', subscription_plan: 'pro' }),
      '/subscription',
    ],
    ['an administrator', subscriber({ role: 'admin', trial_end: before }), '/dashboard'],
    ['no user data', undefined, '/dashboard'],
  ])('with %s', (_, user, expected) => {
    expect(loginRedirect(user, undefined, now)).toBe(expected)
  })
})

describe('the return to the guarded page', () => {
  it.each<[string, AccessState, unknown, string]>([
    [
      'the same tab and filters',
      onTrial,
      { pathname: '/dashboard', search: '?aba=lista', hash: '#fim' },
      '/dashboard?aba=lista#fim',
    ],
    ['a screen for everybody', trialOver, { pathname: '/profile' }, '/profile'],
    ['never past the paywall', trialOver, { pathname: '/dashboard', search: '?lead=1' }, '/subscription'],
    ['never past it by a sub-path', trialOver, { pathname: '/dashboard/x' }, '/subscription'],
    ['not to the login again', onTrial, { pathname: '/login' }, '/dashboard'],
    ['not to the sign-up', onTrial, { pathname: '/register', search: '?a=1' }, '/dashboard'],
  ])('%s', (_, user, from, expected) => {
    expect(loginRedirect(user, from, now)).toBe(expected)
  })

  it.each<[unknown]>([
    ['https://evil.example/'],
    [{ pathname: 'https://evil.example/' }],
    [{ pathname: '//evil.example/' }],
    [{ pathname: '/\\evil.example/' }],
    [{ pathname: '/\t/evil.example/' }],
    [{ pathname: '/.//evil.example/' }],
    [{ pathname: '/..//evil.example/' }],
    [{ pathname: '', search: '//evil.example' }],
    [{ pathname: 'javascript:alert(1)' }],
    [{ pathname: 7 }],
    [null],
    [[]],
  ])('never leaves the origin: %o', from => {
    expect(loginRedirect(onTrial, from, now)).toBe('/dashboard')
  })
})
