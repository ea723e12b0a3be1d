import { endpoint } from '../endpoint.ts'
import { Account, teamRoles } from '../team/roles.ts'
import { Id } from '../values/id.ts'
import { z } from '../zod.ts'
import { LoginResponse } from './auth.ts'

/** Account of the user's identity. */
export const Membership = z.object({
  account: Account,
  team_role: z.enum(teamRoles),
  current: z.boolean(),
})
export type Membership = z.infer<typeof Membership>

/** Apart from `authApi`, so that pages do not load them with the session. */
export const authAccountsApi = {
  accounts: endpoint({
    method: 'GET',
    path: '/auth/accounts',
    access: 'session.manage',
    summary: 'Accounts of the user, by name',
    status: 200,
    response: z.object({ accounts: z.array(Membership) }),
  }),
  switchAccount: endpoint({
    method: 'POST',
    path: '/auth/switch',
    access: 'session.manage',
    summary: 'Replaces the session by one in another account of the user',
    body: z.object({ accountId: Id }),
    status: 200,
    response: LoginResponse,
  }),
}
