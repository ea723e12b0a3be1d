import { type AccessState, hasAccess } from './subscription.ts'
import type { Member, TeamRole } from './team.ts'

/** What a key may be given. A key has no role: an action without a scope is closed to every key. */
export const scopes = ['leads:read', 'leads:write'] as const
export type Scope = (typeof scopes)[number]

interface Policy {
  /** `admin` stands for administrators of the platform, whatever they are in a team. */
  roles: readonly (TeamRole | 'admin')[]
  scope?: Scope
  /** A subscription or a running trial, as `hasAccess` defines it. */
  needsSubscription?: true
  /** A seat within what the plan holds. */
  needsSeat?: true
}

const members = { roles: ['owner', 'manager', 'seller'] } as const
const managers = { roles: ['owner', 'manager'] } as const
const owner = { roles: ['owner'] } as const
const admins = { roles: ['admin'] } as const
const work = { needsSubscription: true, needsSeat: true } as const
const reading = { ...members, scope: 'leads:read', ...work } as const
const writing = { ...reading, scope: 'leads:write' } as const

/** Who may do what: the only such table. The contract names the action of each endpoint; server and client ask here. */
export const policies = {
  'session.manage': members,
  'profile.manage': members,
  'account.export': owner,
  'account.delete': owner,
  'billing.read': owner,
  'billing.manage': owner,
  'leads.read': reading,
  'leads.write': writing,
  'leads.remove': writing,
  'leads.restore': { ...managers, ...work },
  'leads.export': { ...managers, scope: 'leads:read' },
  'admin.read': admins,
  'admin.manage': admins,
} as const satisfies Record<string, Policy>

export type Action = keyof typeof policies
export const actions = Object.keys(policies) as Action[]

export const policyOf = (action: Action): Policy => policies[action]

/** Whoever asks: the signed-in user, their membership, and whether the plan holds a seat for them. */
export interface Asker {
  user: AccessState
  member: Pick<Member, 'team_role'>
  hasSeat?: boolean
}

/** Whether the role permits the action, whatever the subscription and the seat: what a screen shows goes by this. */
export const isPermitted = (action: Action, { user, member }: Asker): boolean =>
  policyOf(action).roles.some(role => (role === 'admin' ? user.role === 'admin' : role === member.team_role))

export const permittedActions = (asker: Asker): Action[] => actions.filter(action => isPermitted(action, asker))

export type Decision = 'allowed' | 'forbidden' | 'subscription_required' | 'seat_required'

export const decide = (action: Action, asker: Asker, now: Date): Decision => {
  const { needsSubscription, needsSeat } = policyOf(action)
  if (!isPermitted(action, asker)) return 'forbidden'
  if (needsSubscription && !hasAccess(asker.user, now)) return 'subscription_required'
  return needsSeat && asker.hasSeat === false ? 'seat_required' : 'allowed'
}

/** Whether a key may do it. The account's subscription is asked apart. */
export const isInScope = (action: Action, granted: readonly Scope[]): boolean => {
  const { scope } = policyOf(action)
  return scope !== undefined && granted.includes(scope)
}
