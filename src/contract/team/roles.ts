import { z } from '../zod.ts'

/** Role of a member in an account, independent of the platform role of the user. */
export const teamRoles = ['owner', 'manager', 'seller'] as const
export type TeamRole = (typeof teamRoles)[number]

export const teamRoleNames: Record<TeamRole, string> = { owner: 'Dono', manager: 'Gestor', seller: 'Vendedor' }

/** Roles of an invitation. An account has one owner, who hands the ownership over. */
export const invitedRoles = ['manager', 'seller'] as const
export type InvitedRole = (typeof invitedRoles)[number]

const grantedRoles: Record<TeamRole, readonly InvitedRole[]> = {
  owner: invitedRoles,
  manager: ['seller'],
  seller: [],
}

/** Roles that a member invites, grants and removes: never their own or a higher one. */
export const grantableRoles = (role: TeamRole): readonly InvitedRole[] => grantedRoles[role]

export const isGrantable = (role: TeamRole, granted: TeamRole): boolean =>
  grantableRoles(role).some(one => one === granted)

/** Account of the session. */
export const Account = z.object({
  _id: z.uuid(),
  nome: z.string(),
  /** IANA name, such as `America/Sao_Paulo`. */
  timezone: z.string(),
})
export type Account = z.infer<typeof Account>

/** Membership of the user in that account. `_id` is the `userId` of the member's leads. */
export const Member = z.object({ _id: z.uuid(), team_role: z.enum(teamRoles) })
export type Member = z.infer<typeof Member>
