import { type AccessState, hasAccess } from './billing/subscription.ts'
import type { Member, TeamRole } from './team/roles.ts'

/** Scopes of API keys. Keys have no role: an action without a scope is denied to every key. */
export const scopes = ['leads:read', 'leads:write', 'webhooks:manage'] as const
export type Scope = (typeof scopes)[number]

interface Policy {
  /** `admin` is the platform administrator, independent of the team role. */
  roles: readonly (TeamRole | 'admin')[]
  scope?: Scope
  /** Requires a subscription or a running trial, see `hasAccess`. */
  needsSubscription?: true
  /** Requires a seat within the plan's number of seats. */
  needsSeat?: true
}

const members = { roles: ['owner', 'manager', 'seller'] } as const
const managers = { roles: ['owner', 'manager'] } as const
const owner = { roles: ['owner'] } as const
const admins = { roles: ['admin'] } as const
const work = { needsSubscription: true, needsSeat: true } as const
const reading = { ...members, scope: 'leads:read', ...work } as const
const writing = { ...reading, scope: 'leads:write' } as const

/** Permissions of each action. The contract names the action of each endpoint; server and web app check it here. */
export const policies = {
  'session.manage': members,
  'profile.manage': members,
  'account.export': owner,
  'account.delete': owner,
  'backups.manage': owner,
  'billing.read': owner,
  'billing.manage': owner,
  'team.read': members,
  'team.invite': { ...managers, ...work },
  'team.remove': managers,
  'team.changeRole': owner,
  'team.orderSeats': owner,
  'team.transfer': owner,
  'team.settings': owner,
  'team.trail': owner,
  'sales.settings': { ...managers, ...work },
  'leads.read': reading,
  'leads.follow': { ...members, ...work },
  'notifications.read': { ...members, ...work },
  'leads.write': writing,
  'leads.take': { ...members, ...work },
  'leads.remove': writing,
  'leads.assign': { ...managers, scope: 'leads:write', ...work },
  'leads.restore': { ...managers, ...work },
  'leads.import': { ...managers, ...work },
  'leads.export': { ...managers, scope: 'leads:read' },
  'keys.manage': owner,
  'brand.manage': owner,
  'privacy.manage': managers,
  'capture.manage': { ...managers, ...work },
  'capture.review': managers,
  'capture.readTurns': members,
  'webhooks.manage': { ...managers, scope: 'webhooks:manage' },
  'admin.read': admins,
  'admin.manage': admins,
} as const satisfies Record<string, Policy>

export type Action = keyof typeof policies
export const actions = Object.keys(policies) as Action[]

export const policyOf = (action: Action): Policy => policies[action]

/** The user, the membership, and whether the plan has a seat for the member. */
export interface Asker {
  user: AccessState
  member: Pick<Member, 'team_role'>
  hasSeat?: boolean
}

/** Checks the role only, without subscription and seat. Pages use it to hide actions. */
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

/** Checks the scope only. The caller checks the account's subscription. */
export const isInScope = (action: Action, granted: readonly Scope[]): boolean => {
  const { scope } = policyOf(action)
  return scope !== undefined && granted.includes(scope)
}
