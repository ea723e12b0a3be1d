import type { Lead } from '#contract/leads/leads.ts'
import { phoneKey } from '#contract/values/phone.ts'
import { emailKey } from '#contract/values/text.ts'
import type { QueryRunner } from '../db/client.ts'
import { listMatchingLeads } from './read/matching-leads.ts'
import type { LeadView } from './read/visibility.ts'

const maxSameContact = 5

/** Lists the ids of leads that the account has told apart from a lead. */
const listDistinctIds = async (db: QueryRunner, accountId: string, id: string): Promise<string[]> => {
  const text = `select case one when $2 then other else one end as id from distinct_leads
                 where account_id = $1 and (one = $2 or other = $2)`
  return (await db.rows<{ id: string }>(text, [accountId, id])).map(row => row.id)
}

/**
 * Returns the leads that the member sees with this phone number or e-mail, at most five, oldest first. Leaves out the lead `of`,
 * and those that were told apart from it.
 */
export const listSameContact = async (
  db: QueryRunner,
  view: LeadView,
  {
    telefone = '',
    email = '',
    of,
  }: { telefone?: string | undefined; email?: string | undefined; of?: string | undefined },
): Promise<Lead[]> => {
  const phones = [phoneKey(telefone) ?? []].flat()
  const emails = [emailKey(email) ?? []].flat()
  if (phones.length + emails.length === 0) return []
  const excluded = of === undefined ? [] : [of, ...(await listDistinctIds(db, view.accountId, of))]
  const limit = maxSameContact + excluded.length
  const matching = await listMatchingLeads(db, view, { ids: [], phones, emails }, { limit })
  return matching
    .map(({ lead }) => lead)
    .filter(({ _id }) => !excluded.includes(_id))
    .slice(0, maxSameContact)
}
