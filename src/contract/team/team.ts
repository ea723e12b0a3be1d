import { CurrentPassword } from '../auth/auth-forms.ts'
import { endpoint } from '../endpoint.ts'
import { Timestamp } from '../values/date-inputs.ts'
import { Id, IdParams } from '../values/id.ts'
import { IntegerParam } from '../values/query.ts'
import { z } from '../zod.ts'
import { Invite, teamInvitesApi } from './invites.ts'
import { invitedRoles, teamRoles } from './roles.ts'
import { TeamSettings, TeamSettingsForm } from './settings.ts'

export const TeamMember = z.object({
  _id: z.uuid(),
  nome: z.string(),
  /** Only for managers and the owner. */
  email: z.nullable(z.string()),
  team_role: z.enum(teamRoles),
  joinedAt: Timestamp,
  /** Whether the plan has a seat for the member at this moment. */
  hasSeat: z.boolean(),
  /** Number of leads; `null` for a caller who does not see them all. */
  leads: z.nullable(z.int()),
})
export type TeamMember = z.infer<typeof TeamMember>

export const Team = z.object({
  /** In the order of the seats, the owner first. */
  members: z.array(TeamMember),
  /** Only for managers and the owner. */
  invites: z.array(Invite),
  /** `used` counts members and invitations. Without a limit, `limit` is `null`. */
  seats: z.object({ used: z.int(), limit: z.nullable(z.int()) }),
  settings: TeamSettings,
})
export type Team = z.infer<typeof Team>

export const accountTrailActions = [
  'invite',
  'resend-invite',
  'withdraw-invite',
  'join',
  'change-role',
  'order-seats',
  'transfer-ownership',
  'remove-member',
  'leave',
  'change-settings',
  'change-fiscal-data',
  'create-key',
  'revoke-key',
  'export-leads',
  'undo-import',
  'create-backup',
  'download-backup',
  'restore-backup',
  'undo-restore',
  'privacy-report',
  'privacy-request',
  'privacy-request-closed',
  'privacy-settings',
  'correct-person',
  'anonymize',
  'contact-again',
] as const
export type AccountTrailAction = (typeof accountTrailActions)[number]

export const AccountTrailEntry = z.object({
  _id: z.uuid(),
  at: Timestamp,
  actor: z.object({ _id: z.uuid(), nome: z.string() }),
  action: z.enum(accountTrailActions),
  /** Name or e-mail of the person that the action concerns. */
  subject: z.nullable(z.string()),
  details: z.record(z.string(), z.string()),
})
export type AccountTrailEntry = z.infer<typeof AccountTrailEntry>

const trailPageSize = 50

export const teamApi = {
  ...teamInvitesApi,
  list: endpoint({
    method: 'GET',
    path: '/team',
    access: 'team.read',
    summary: 'Members, invitations, seats and settings of the account',
    status: 200,
    response: Team,
  }),
  changeRole: endpoint({
    method: 'PATCH',
    path: '/team/members/:id',
    access: 'team.changeRole',
    summary: 'Changes the role of a member',
    params: IdParams,
    body: z.object({ team_role: z.enum(invitedRoles, { error: 'Escolha um papel' }) }),
    status: 204,
  }),
  orderSeats: endpoint({
    method: 'PUT',
    path: '/team/seats',
    access: 'team.orderSeats',
    summary: 'Orders the members for the seats of the plan, once in 24 hours; the owner always comes first',
    body: z.object({ members: z.array(Id) }),
    status: 204,
  }),
  removeMember: endpoint({
    method: 'POST',
    path: '/team/members/:id/remove',
    access: 'team.remove',
    summary: 'Removes a member, ends their sessions and gives their leads to another member or to none',
    params: IdParams,
    body: z.object({ leadsTo: z.nullable(Id) }),
    status: 200,
    response: z.object({ leads: z.int() }),
  }),
  leave: endpoint({
    method: 'POST',
    path: '/team/leave',
    access: 'session.manage',
    summary: 'Leaves the account; the owner gets the leads',
    status: 204,
  }),
  transfer: endpoint({
    method: 'POST',
    path: '/team/transfer',
    access: 'team.transfer',
    summary: 'Makes another member the owner and the caller a manager',
    body: z.object({ to: Id, password: CurrentPassword('Informe sua senha') }),
    status: 204,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/team/settings',
    access: 'team.settings',
    summary:
      'Changes the name, the time zone, what sellers see and the hour of the morning mail. Returns `stale_setting` if others changed one since `was`',
    body: TeamSettingsForm,
    status: 200,
    response: TeamSettings,
  }),
  trail: endpoint({
    method: 'GET',
    path: '/team/trail',
    access: 'team.trail',
    summary: 'What members did with the account, latest first',
    query: z.object({ page: IntegerParam(1, 1_000_000, 1), limit: IntegerParam(1, 200, trailPageSize) }),
    status: 200,
    response: z.object({ entries: z.array(AccountTrailEntry), total: z.int() }),
  }),
}
