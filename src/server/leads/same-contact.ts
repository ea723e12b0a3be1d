import type { Lead } from '#contract/leads/leads.ts'
import { phoneKey } from '#contract/values/phone.ts'
import { emailKey } from '#contract/values/text.ts'
import type { QueryRunner } from '../db/client.ts'
import { listMatchingLeads } from './lead-batches.ts'
import type { LeadView } from './visibility.ts'

const maxSameContact = 5

/** Returns the leads that the member sees with this phone number or e-mail, at most five, oldest first. */
export const listSameContact = async (
  db: QueryRunner,
  view: LeadView,
  { telefone = '', email = '' }: { telefone?: string | undefined; email?: string | undefined },
): Promise<Lead[]> => {
  const phones = [phoneKey(telefone) ?? []].flat()
  const emails = [emailKey(email) ?? []].flat()
  if (phones.length + emails.length === 0) return []
  const matching = await listMatchingLeads(db, view, { ids: [], phones, emails })
  return matching.slice(0, maxSameContact).map(({ lead }) => lead)
}
