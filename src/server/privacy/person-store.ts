import type { Lead } from '#contract/leads/leads.ts'
import type { PersonKey } from '#contract/privacy/privacy.ts'
import { phoneKey } from '#contract/values/phone.ts'
import { emailKey } from '#contract/values/text.ts'
import type { QueryRunner } from '../db/client.ts'
import { type LeadRow, leadColumns, toLead } from '../leads/fields/lead-columns.ts'
import { SqlBuilder } from '../leads/read/sql-builder.ts'
import { type LeadView, visibleTo } from '../leads/read/visibility.ts'
import { isAboutLeads } from './text-columns.ts'

/** Keys of a person's contacts, and the leads that belong to the person in any case. */
export interface ContactKeys {
  leads: string[]
  phones: string[]
  emails: string[]
}

export interface FoundLead {
  lead: Lead
  isRemoved: boolean
}

const present = (keys: (string | null)[]): string[] => [...new Set(keys.filter(key => key !== null))]

export const keysOf = (contacts: readonly { telefone: string; email: string }[]) => ({
  phones: present(contacts.map(({ telefone }) => phoneKey(telefone))),
  emails: present(contacts.map(({ email }) => emailKey(email))),
})

/** Returns the leads with one of the keys, also in the trash, oldest first. */
export const listLeadsByContacts = async (db: QueryRunner, view: LeadView, keys: ContactKeys): Promise<FoundLead[]> => {
  const sql = new SqlBuilder()
  const visible = visibleTo(sql, view)
  const [ids, phones, emails] = [sql.bind(keys.leads), sql.bind(keys.phones), sql.bind(keys.emails)]
  const columns = leadColumns.join(', ')
  const rows = await db.rows<LeadRow & { is_removed: boolean }>(
    `select ${columns}, false as is_removed from leads
      where ${visible} and (id = any (${ids}) or telefone_chave = any (${phones}) or email_chave = any (${emails}))
     union all
     select ${leadColumns.map(column => `l.${column}`).join(', ')}, true
       from (select * from removed_leads where ${visible} and lead is not null) r
       cross join lateral jsonb_populate_record(null::leads, r.lead) l
      where r.id = any (${ids}) or phone_key(l.telefone) = any (${phones}) or email_key(l.email) = any (${emails})
     order by created_at, id`,
    sql.values,
  )
  return rows.map(row => ({ lead: toLead(row), isRemoved: row.is_removed }))
}

export interface FoundPerson {
  keys: ContactKeys
  leads: FoundLead[]
}

/** Finds all leads of a person, also those that were merged with them. A lead stands for the contacts in it. */
export const findPerson = async (
  db: QueryRunner,
  view: LeadView,
  { telefone, email, leadId }: PersonKey,
): Promise<FoundPerson> => {
  const given = { telefone, email }
  const known = leadId ? await listLeadsByContacts(db, view, { leads: [leadId], phones: [], emails: [] }) : []
  const keys = { leads: leadId ? [leadId] : [], ...keysOf([given, ...known.map(({ lead }) => lead)]) }
  return { keys, leads: await withMergedLeads(db, view, await listLeadsByContacts(db, view, keys)) }
}

/** Returns leads by id, also from the trash. */
export const listLeadsByIds = (db: QueryRunner, view: LeadView, ids: string[]): Promise<FoundLead[]> =>
  listLeadsByContacts(db, view, { leads: ids, phones: [], emails: [] })

/** Returns the ids of other leads that were merged with these, also of those whose time in the trash is over. */
export const listMergedIds = async (db: QueryRunner, view: LeadView, leadIds: readonly string[]): Promise<string[]> => {
  const sql = new SqlBuilder()
  const merged = `removed_leads where ${visibleTo(sql, view)} and merged_into is not null`
  const ids = sql.bind(leadIds)
  const rows = await db.rows<{ id: string }>(
    `with recursive merges (one, other) as (
       select id, merged_into from ${merged} union all select merged_into, id from ${merged}),
     person (id) as (select unnest(${ids}::uuid[]) union select m.other from merges m join person p on p.id = m.one)
     select id from person where id <> all (${ids})`,
    sql.values,
  )
  return rows.map(({ id }) => id)
}

/**
 * Returns these leads and those that were merged with them, the ones in the trash and the ones that were kept: merging says that
 * they are about one person.
 */
export const withMergedLeads = async (
  db: QueryRunner,
  view: LeadView,
  found: readonly FoundLead[],
): Promise<FoundLead[]> => {
  const ids = found.map(({ lead }) => lead._id)
  const mergedIds = await listMergedIds(db, view, ids)
  return mergedIds.length === 0 ? [...found] : [...found, ...(await listLeadsByIds(db, view, mergedIds))]
}

/** Drops the keys that leads of other people have too, also in the trash, such as the e-mail of a company. */
export const withoutSharedKeys = async (
  db: QueryRunner,
  view: LeadView,
  keys: Omit<ContactKeys, 'leads'>,
  ids: readonly string[],
): Promise<Omit<ContactKeys, 'leads'>> => {
  const sql = new SqlBuilder()
  const other = `${visibleTo(sql, view)} and id <> all (${sql.bind(ids)})`
  const [phones, emails] = [sql.bind(keys.phones), sql.bind(keys.emails)]
  const text = `select phone, email from (
      select telefone_chave as phone, email_chave as email from leads where ${other}
       union all
      select phone_key(lead ->> 'telefone'), email_key(lead ->> 'email')
        from removed_leads where ${other} and lead is not null) l
    where phone = any (${phones}) or email = any (${emails})`
  const others = await db.rows<{ phone: string | null; email: string | null }>(text, sql.values)
  return {
    phones: keys.phones.filter(key => others.every(({ phone }) => phone !== key)),
    emails: keys.emails.filter(key => others.every(({ email }) => email !== key)),
  }
}

export const countNotes = async (db: QueryRunner, accountId: string, leads: readonly string[]): Promise<number> => {
  const text = `select count(*) as count from story_entries s
    where account_id = $1 and ${isAboutLeads('s', '$2::uuid[]')} and is_conversation and text is not null`
  return (await db.row<{ count: number }>(text, [accountId, leads]))?.count ?? 0
}
