import { z } from './zod.ts'

/** Role of a member in an account, independent of the platform role of the user. */
export const teamRoles = ['owner', 'manager', 'seller'] as const
export type TeamRole = (typeof teamRoles)[number]

export const teamRoleNames: Record<TeamRole, string> = { owner: 'Dono', manager: 'Gestor', seller: 'Vendedor' }

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
