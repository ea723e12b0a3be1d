import { Email } from '../values/text.ts'
import { z } from '../zod.ts'
import { invitedRoles } from './roles.ts'

// Apart from the endpoints, which the dashboard loads without zod.
export const InviteForm = z.object({
  email: Email,
  team_role: z.enum(invitedRoles, { error: 'Escolha um papel' }),
})
export type InviteForm = z.infer<typeof InviteForm>
