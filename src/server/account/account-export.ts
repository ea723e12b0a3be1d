import type { Session } from '#contract/auth/auth.ts'
import type { User } from '#contract/auth/user.ts'
import type { Invoice, SubscriptionRecord } from '#contract/billing/billing.ts'
import type { FiscalData } from '#contract/billing/fiscal-data.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { LostReason } from '#contract/lost-reasons/lost-reasons.ts'
import type { Template } from '#contract/templates/templates.ts'
import type { ExportedBrand } from '../brand/store.ts'
import { streamJsonItems } from '../leads/export/export-leads.ts'
import type { ExportedConversation } from '../story/store.ts'

/** What the account's file holds besides its leads and their notes, which may not fit in memory. */
export interface AccountExport {
  user: User
  sessions: Session[]
  subscriptions: SubscriptionRecord[]
  invoices: Invoice[]
  lostReasons: LostReason[]
  templates: Template[]
  /** Also while the plan does not hold it; `null` if none was ever set. */
  brand: ExportedBrand | null
  fiscalData: FiscalData | null
}

/** Streams `{"user":{…},"sessions":[…],…,"leads":[…],"conversations":[…]}`. `POST /leads/sync` accepts its `leads`. */
export async function* streamAccountJson(
  parts: AccountExport,
  leadPages: AsyncIterable<Lead[]>,
  conversationPages: AsyncIterable<ExportedConversation[]>,
): AsyncGenerator<string> {
  yield '{'
  for (const [name, part] of Object.entries(parts)) yield `"${name}":${JSON.stringify(part)},\n`
  yield '"leads":['
  yield* streamJsonItems(leadPages)
  yield '],\n"conversations":['
  yield* streamJsonItems(conversationPages)
  yield ']}\n'
}
