import { isPermitted } from '#contract/policies.ts'
import type { Team, teamApi } from '#contract/team/team.ts'
import type { Caller } from '../auth/access.ts'
import { listMembers } from '../auth/member-store.ts'
import { assertPasswordLength } from '../auth/password-length.ts'
import { consumeLimit, senderLimitKeys } from '../auth/rate-limits.ts'
import { toIsoTimestamp } from '../db/client.ts'
import { senderOf } from '../http/limits/client-ip.ts'
import { logSecurityEvent } from '../http/log/request-log.ts'
import type { Handlers } from '../http/mount.ts'
import { countLeadsByMember } from '../leads/read/store.ts'
import { viewOf } from '../leads/read/visibility.ts'
import type { Services } from '../services.ts'
import { countAccountTrail, listAccountTrail } from '../trail/account-trail-store.ts'
import { acceptInvite, joinByInvite, viewInvite } from './accept-invite.ts'
import { changeRole, changeSettings, toTeamSettings, transferOwnership } from './change-team.ts'
import { inviteMember, resendInvite, withdrawInvite } from './invite-member.ts'
import { listInvites, toInvite } from './invite-store.ts'
import { orderSeats } from './order-seats.ts'
import { leaveTeam, removeFromTeam } from './remove-member.ts'
import { countSeats } from './seats.ts'

const readTeam = async ({ db, now, caller }: Services & { caller: Caller }): Promise<Team> => {
  const { accountId } = caller
  const managesTeam = isPermitted('team.invite', caller)
  const view = viewOf(caller)
  const members = await listMembers(db, accountId)
  const counts = await countLeadsByMember(db, view)
  const { invites: invited, held } = await countSeats(db, accountId, now())
  const invites = managesTeam ? await listInvites(db, accountId, now()) : []
  return {
    members: members.map(({ id, nome, email, team_role, joined_at }, index) => ({
      _id: id,
      nome,
      email: managesTeam ? email : null,
      team_role,
      joinedAt: toIsoTimestamp(joined_at),
      hasSeat: index < held.seats,
      leads: view.only ? null : (counts.get(id) ?? 0),
    })),
    invites: invites.map(toInvite),
    seats: { used: members.length + invited, limit: Number.isFinite(held.seats) ? held.seats : null },
    settings: toTeamSettings(caller),
  }
}

export const teamRoutes: Handlers<typeof teamApi, Caller, Services> = {
  list: readTeam,
  invite: async ({ caller, body, request, ...services }) =>
    toInvite(await inviteMember(services, caller, body, request.ip)),
  resendInvite: async ({ caller, params, request, ...services }) =>
    toInvite(await resendInvite(services, caller, params.id, request.ip)),
  removeInvite: async ({ caller, params, request, ...services }) => {
    await withdrawInvite(services, caller, params.id, request.ip)
  },
  viewInvite: async ({ body, request, ...services }) => {
    await consumeLimit(services, senderLimitKeys('reset', senderOf(request)))
    return viewInvite(services, body.token)
  },
  acceptInvite: async ({ caller, body, request, ...services }) => {
    const session = await acceptInvite(services, caller, body.token, request.headers['user-agent'])
    logSecurityEvent(request, 'member_joined', { userId: session.member._id })
    return session
  },
  joinByInvite: async ({ body, request, ...services }) => {
    assertPasswordLength('password', body.password, services.settings.minPasswordLength)
    await consumeLimit(services, senderLimitKeys('register', senderOf(request)))
    const session = await joinByInvite(services, body, request.headers['user-agent'])
    logSecurityEvent(request, 'member_joined', { userId: session.member._id })
    return session
  },
  changeRole: async ({ caller, params, body, request, ...services }) => {
    await changeRole(services, caller, params.id, body.team_role, request.ip)
  },
  orderSeats: async ({ caller, body, request, ...services }) => {
    await orderSeats(services, caller, body.members, request.ip)
  },
  removeMember: async ({ caller, params, body, request, ...services }) => {
    const leads = await removeFromTeam(services, caller, { id: params.id, leadsTo: body.leadsTo }, request.ip)
    logSecurityEvent(request, 'member_removed')
    return { leads }
  },
  leave: async ({ caller, request, ...services }) => {
    await leaveTeam(services, caller, request.ip)
    logSecurityEvent(request, 'member_removed')
  },
  transfer: async ({ caller, body, request, ...services }) => {
    await transferOwnership(services, caller, body, request)
    logSecurityEvent(request, 'ownership_transferred')
  },
  changeSettings: ({ caller, body, request, ...services }) => changeSettings(services, caller, body, request.ip),
  trail: async ({ db, caller: { accountId }, query: { page, limit } }) => ({
    entries: await listAccountTrail(db, accountId, limit, (page - 1) * limit),
    total: await countAccountTrail(db, accountId),
  }),
}
