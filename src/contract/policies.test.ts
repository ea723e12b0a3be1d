import { describe, expect, it } from 'vitest'
import { forbiddenText } from './forbidden-text.ts'
import { type Action, type Asker, actions, decide, isInScope, isPermitted } from './policies.ts'
import type { TeamRole } from './team/roles.ts'

const now = new Date('2026-05-01T12:00:00Z')
const asker = (
  team_role: TeamRole,
  { role = 'user', paid = true }: { role?: 'admin' | 'user'; paid?: boolean } = {},
) => ({
  user: {
    role,
    subscription_plan: paid ? ('pro' as const) : null,
    subscription_status: paid ? ('active' as const) : ('inactive' as const),
    trial_end: '2026-01-01T00:00:00Z',
  },
  member: { team_role },
})

const permitted = (who: Asker): Action[] => actions.filter(action => isPermitted(action, who))

const ofSellers = [
  'session.manage',
  'profile.manage',
  'team.read',
  'leads.read',
  'leads.follow',
  'notifications.read',
  'leads.write',
  'leads.take',
  'leads.remove',
  'capture.readTurns',
]
const ofManagers = [
  ...ofSellers,
  'team.invite',
  'team.remove',
  'leads.assign',
  'leads.restore',
  'leads.import',
  'leads.export',
  'privacy.manage',
  'sales.settings',
  'webhooks.manage',
  'capture.manage',
  'capture.review',
]
const ofOwners = [
  ...ofManagers,
  'team.changeRole',
  'team.orderSeats',
  'team.transfer',
  'team.settings',
  'team.trail',
  'account.export',
  'account.delete',
  'backups.manage',
  'billing.read',
  'billing.manage',
  'keys.manage',
  'brand.manage',
]
const ofAdmins = ['admin.read', 'admin.manage']

describe('policies', () => {
  it.each([
    ['a seller', asker('seller'), ofSellers],
    ['a manager', asker('manager'), ofManagers],
    ['an owner', asker('owner'), ofOwners],
    ['an administrator who owns an account', asker('owner', { role: 'admin' }), [...ofOwners, ...ofAdmins]],
    ['an administrator who sells in a team', asker('seller', { role: 'admin' }), [...ofSellers, ...ofAdmins]],
  ])('permit %s exactly the actions of the role', (_, who, expected) => {
    expect(permitted(who).toSorted()).toEqual(expected.toSorted())
  })

  it('require a subscription only for leads, forms and invitations', () => {
    const needing = actions.filter(
      action => decide(action, asker('owner', { paid: false }), now) === 'subscription_required',
    )
    expect(needing).toEqual([
      'team.invite',
      'sales.settings',
      'leads.read',
      'leads.follow',
      'notifications.read',
      'leads.write',
      'leads.take',
      'leads.remove',
      'leads.assign',
      'leads.restore',
      'leads.import',
      'capture.manage',
    ])
  })

  it('require no subscription of an administrator', () => {
    expect(decide('leads.write', asker('owner', { role: 'admin', paid: false }), now)).toBe('allowed')
  })

  it('require a seat for the actions that require a subscription', () => {
    const needing = actions.filter(
      action => decide(action, { ...asker('owner'), hasSeat: false }, now) === 'seat_required',
    )
    expect(needing).toEqual([
      'team.invite',
      'sales.settings',
      'leads.read',
      'leads.follow',
      'notifications.read',
      'leads.write',
      'leads.take',
      'leads.remove',
      'leads.assign',
      'leads.restore',
      'leads.import',
      'capture.manage',
    ])
  })

  it('check the role before the subscription', () => {
    expect(decide('leads.restore', asker('seller', { paid: false }), now)).toBe('forbidden')
  })

  it('permit a key only the actions of its scopes', () => {
    const open = (granted: Parameters<typeof isInScope>[1]) => actions.filter(action => isInScope(action, granted))
    expect(open([])).toEqual([])
    expect(open(['leads:read'])).toEqual(['leads.read', 'leads.export'])
    expect(open(['leads:write'])).toEqual(['leads.write', 'leads.remove', 'leads.assign'])
    expect(open(['webhooks:manage'])).toEqual(['webhooks.manage'])
  })

  it('name the permitted roles in the error message', () => {
    expect(forbiddenText('admin.read')).toBe('Apenas administradores podem acessar esta página.')
    expect(forbiddenText('leads.export')).toBe('Apenas gestores e o dono da conta podem fazer isso.')
    expect(forbiddenText('billing.manage')).toBe('Apenas o dono da conta pode fazer isso.')
  })
})
