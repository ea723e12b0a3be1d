import type { Session } from '#contract/auth.ts'
import type { Invoice, SubscriptionRecord } from '#contract/billing.ts'
import type { Lead } from '#contract/leads.ts'
import type { User } from '#contract/user.ts'
import { streamJsonItems } from '../leads/export-leads.ts'

/** All that is kept of an account but its leads, which may be too many to hold at once. */
export interface AccountExport {
  user: User
  sessions: Session[]
  subscriptions: SubscriptionRecord[]
  invoices: Invoice[]
}

/** `{"user":{…},"sessions":[…],…,"leads":[…]}`; its `leads` can be given back to `POST /leads/sync`. */
export async function* streamAccountJson(
  parts: AccountExport,
  leadPages: AsyncIterable<Lead[]>,
): AsyncGenerator<string> {
  yield '{'
  for (const [name, part] of Object.entries(parts)) yield `"${name}":${JSON.stringify(part)},\n`
  yield '"leads":['
  yield* streamJsonItems(leadPages)
  yield ']}\n'
}
