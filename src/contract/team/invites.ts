import { LoginResponse } from '../auth/auth.ts'
import { JoinForm } from '../auth/auth-forms.ts'
import { invalidLink } from '../auth/mailed-link.ts'
import { endpoint } from '../endpoint.ts'
import { Timestamp } from '../values/date-inputs.ts'
import { IdParams } from '../values/id.ts'
import { BoundedText } from '../values/text.ts'
import { z } from '../zod.ts'
import { InviteForm } from './invite-form.ts'
import { invitedRoles } from './roles.ts'

export const Invite = z.object({
  _id: z.uuid(),
  email: z.string(),
  team_role: z.enum(invitedRoles),
  invitedBy: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type Invite = z.infer<typeof Invite>

/** What an invitation shows to the holder of its link. The e-mail is masked: a mail can be forwarded. */
export const InviteView = z.object({
  account: z.string(),
  invitedBy: z.string(),
  team_role: z.enum(invitedRoles),
  maskedEmail: z.string(),
  /** Whether the e-mail has a login already. */
  hasLogin: z.boolean(),
})
export type InviteView = z.infer<typeof InviteView>

const InviteToken = z.object({ token: BoundedText(200, invalidLink) })

export const teamInvitesApi = {
  invite: endpoint({
    method: 'POST',
    path: '/team/invites',
    access: 'team.invite',
    summary: 'Invites an e-mail to the account; inviting it again replaces the invitation',
    body: InviteForm,
    status: 201,
    response: Invite,
  }),
  resendInvite: endpoint({
    method: 'POST',
    path: '/team/invites/:id/resend',
    access: 'team.invite',
    summary: 'Mails a new link, which is valid for seven days; earlier links end',
    params: IdParams,
    status: 200,
    response: Invite,
  }),
  removeInvite: endpoint({
    method: 'DELETE',
    path: '/team/invites/:id',
    access: 'team.remove',
    summary: 'Withdraws an invitation and ends its links',
    params: IdParams,
    status: 204,
  }),
  viewInvite: endpoint({
    method: 'POST',
    path: '/invites/view',
    access: 'public',
    summary: 'Who invites to what, for the holder of a link',
    body: InviteToken,
    status: 200,
    response: InviteView,
  }),
  acceptInvite: endpoint({
    method: 'POST',
    path: '/invites/accept',
    access: 'session.manage',
    summary: 'Joins the account of an invitation to the e-mail of the caller, with a session there',
    body: InviteToken,
    status: 200,
    response: LoginResponse,
  }),
  joinByInvite: endpoint({
    method: 'POST',
    path: '/invites/join',
    access: 'public',
    summary: 'Creates a login for an invited e-mail and joins the account; creates no account and uses up no trial',
    body: z.extend(JoinForm, { token: BoundedText(200, invalidLink) }),
    status: 201,
    response: LoginResponse,
  }),
}
