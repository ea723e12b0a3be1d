import { z } from './zod.ts'

/** What a member is in an account. Not to be confused with the platform's role, which is the identity's. */
export const teamRoles = ['owner', 'manager', 'seller'] as const
export type TeamRole = (typeof teamRoles)[number]

export const teamRoleNames: Record<TeamRole, string> = { owner: 'Dono', manager: 'Gestor', seller: 'Vendedor' }

/** The account that a session works in. */
export const Account = z.object({
  _id: z.uuid(),
  nome: z.string(),
  /** An IANA name, as `America/Sao_Paulo`. */
  timezone: z.string(),
})
export type Account = z.infer<typeof Account>

/** The membership of the signed-in person in that account. Its `_id` is the `userId` of their leads. */
export const Member = z.object({ _id: z.uuid(), team_role: z.enum(teamRoles) })
export type Member = z.infer<typeof Member>
