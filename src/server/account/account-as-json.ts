import type { Session } from '#contract/auth.ts'
import type { Lead } from '#contract/leads.ts'
import type { User } from '#contract/user.ts'
import { leadsAsJsonItems } from '../leads/export-leads.ts'

/** `{"user":{…},"sessions":[…],"leads":[…]}`; its `leads` can be given back to `POST /leads/sync`. */
export async function* accountAsJson(
  user: User,
  sessions: Session[],
  leadPages: AsyncIterable<Lead[]>,
): AsyncGenerator<string> {
  yield `{"user":${JSON.stringify(user)},\n"sessions":${JSON.stringify(sessions)},\n"leads":[`
  yield* leadsAsJsonItems(leadPages)
  yield ']}\n'
}
