import { queryOptions } from '@tanstack/react-query'
import type { LoginResponse } from '#contract/auth/auth.ts'
import type { JoinForm } from '#contract/auth/auth-forms.ts'
import type { InviteForm } from '#contract/team/invite-form.ts'
import type { Invite, InviteView } from '#contract/team/invites.ts'
import type { InvitedRole } from '#contract/team/roles.ts'
import type { TeamSettings } from '#contract/team/settings.ts'
import { type Team, type TeamMember, teamApi } from '#contract/team/team.ts'
import { call } from '#web/lib/requests/http.ts'

export const fetchTeam = (signal: AbortSignal): Promise<Team> => call(teamApi.list, { signal })
export const teamQuery = queryOptions({ queryKey: ['team'], queryFn: ({ signal }) => fetchTeam(signal) })

export const trailPageSize = 20
export const trailQuery = (page: number) =>
  queryOptions({
    queryKey: ['team', 'trail', page],
    queryFn: ({ signal }) =>
      call(teamApi.trail, { query: { page: String(page), limit: String(trailPageSize) }, signal }),
    placeholderData: previous => previous,
  })

export const inviteMember = (body: InviteForm): Promise<Invite> => call(teamApi.invite, { body })
export const resendInvite = ({ _id: id }: Invite): Promise<Invite> => call(teamApi.resendInvite, { params: { id } })
export const withdrawInvite = ({ _id: id }: Invite): Promise<void> => call(teamApi.removeInvite, { params: { id } })

export const changeRole = ({ _id: id }: TeamMember, team_role: InvitedRole): Promise<void> =>
  call(teamApi.changeRole, { params: { id }, body: { team_role } })
/** Orders all members but the owner for the seats of the plan. */
export const orderSeats = (members: string[]): Promise<void> => call(teamApi.orderSeats, { body: { members } })
export const removeMember = ({ _id: id }: TeamMember, leadsTo: string | null): Promise<{ leads: number }> =>
  call(teamApi.removeMember, { params: { id }, body: { leadsTo } })
export const leaveTeam = (): Promise<void> => call(teamApi.leave)
export const transferOwnership = ({ _id: to }: TeamMember, password: string): Promise<void> =>
  call(teamApi.transfer, { body: { to, password } })
export const changeSettings = (body: TeamSettings, was: TeamSettings): Promise<TeamSettings> =>
  call(teamApi.changeSettings, { body: { ...body, was } })

export const viewInvite = (token: string, signal: AbortSignal): Promise<InviteView> =>
  call(teamApi.viewInvite, { body: { token }, signal })
export const acceptInvite = (token: string): Promise<LoginResponse> => call(teamApi.acceptInvite, { body: { token } })
export const joinByInvite = (body: JoinForm & { token: string }): Promise<LoginResponse> =>
  call(teamApi.joinByInvite, { body })
