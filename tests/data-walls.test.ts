import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#server/testing/test-database.ts'

const server = fileURLToPath(new URL('../src/server/', import.meta.url))
const db = await testDatabase()

const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'))
  .map(path => ({ path, text: readFileSync(join(server, path), 'utf8') }))

const tables = (
  await db.rows<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
  )
).map(({ name }) => name)

const write =
  /\b(?:insert into|delete from|update)\s+(\w+)(?=\s*[(`'"$]|\s+(?:\w+\s+)?(?:set|where|values|as|select|using|returning)\b)/g

const writersOf = (table: string): string[] =>
  sources
    .filter(({ text }) => [...text.matchAll(write)].some(([, written]) => written === table))
    .map(({ path }) => path)
    .toSorted()

/** Tables that two features write, with the reason. */
const sharedTables: Record<string, string[]> = {
  // Auth registers and deletes accounts; billing stores the synced subscription.
  accounts: ['auth', 'billing'],
}

/** Tables written only by triggers. */
const writtenByTriggers = ['lead_search', 'lead_totals', 'live', 'report_totals']

/** Tables with fixed writing files. */
const writerFiles: Record<string, string[]> = {
  // The writer, and its statements on many leads.
  leads: ['leads/write/lead-batches.ts', 'leads/write/lead-writer.ts'],
  removed_leads: ['leads/write/trash.ts'],
  changes: ['leads/lead-maintenance.ts'],
}

/** Statements on leads that were found through the view before, or on all leads of an account. */
const statementsWithoutView: Record<string, string[]> = {
  'leads/write/lead-batches.ts': ['upsertLeads', 'reinsertLeads'],
  'leads/write/trash.ts': ['removeExpiredLeads', 'removeTrialExcess'],
}

describe('a table', () => {
  it.each(tables.toSorted())('%s has one writer', table => {
    const writers = writersOf(table)
    const features = [...new Set(writers.map(path => path.split('/')[0] ?? ''))]
    if (writtenByTriggers.includes(table)) expect(writers).toEqual([])
    else if (sharedTables[table]) expect(features).toEqual(sharedTables[table])
    else expect(features, writers.join(', ')).toHaveLength(1)
    if (writerFiles[table]) expect(writers).toEqual(writerFiles[table])
  })
})

/** Files that read leads or their totals. `readers` select by what the member sees. */
const readers = [
  'duplicates/store.ts',
  'leads/write/lead-batches.ts',
  'leads/read/lead-search.ts',
  'leads/read/matching-leads.ts',
  'leads/write/lead-writer.ts',
  'leads/read/page-query.ts',
  'leads/read/stage-totals-query.ts',
  'leads/read/store.ts',
  'leads/write/trash.ts',
  'notifications/store.ts',
  'privacy/person-store.ts',
  'privacy/settings-store.ts',
  'reports/store.ts',
  'story/store.ts',
  'today/store.ts',
]
const readersOfAll: Record<string, string> = {
  'backups/database-checks.ts': 'a backup is compared with a recount of all leads',
  'admin/all-leads.ts': 'administrators see the leads of all accounts',
  'admin/store.ts': 'administrators see the figures of all accounts',
  'leads/write/lead-quota.ts': 'a quota covers all leads of the account',
  'privacy/anonymization-store.ts': 'an erased person leaves all leads of the account',
  'stage-limits/store.ts': 'an account has one limit per stage, learned from all its won leads',
  'leads/write/plan-limit-mails.ts': 'the warning before the quota counts what the quota counts',
}
const read = /\b(?:from|join)\s+(?:leads|lead_search|lead_totals|report_totals|removed_leads)\b/

describe('leads', () => {
  it('are read only by the listed files', () => {
    const found = sources.filter(({ text }) => read.test(text)).map(({ path }) => path)
    expect(found.toSorted()).toEqual([...readers, ...Object.keys(readersOfAll)].toSorted())
  })

  it.each(readers)('are selected by what the member sees in %s', path => {
    const text = sources.find(source => source.path === path)?.text ?? ''
    const declarations = text.split(/\n(?=(?:export )?(?:const|async function|function) )/)
    const blind = declarations.filter(
      declaration =>
        read.test(declaration) && !/visibleTo\(|leadConditions\(|stageTotalsQuery\(|pageQuery\(/.test(declaration),
    )
    const names = blind.map(declaration => /(?:const|function\*?) (\w+)/.exec(declaration)?.[1])
    expect(names).toEqual(statementsWithoutView[path] ?? [])
  })
})

/** Indexes of tenant tables that do not start with `account_id`, with the reason. */
const otherIndexes: Record<string, string> = {
  account_backup_links_pkey: 'a link is looked up before the account is known',
  api_keys_key_hash_key: 'a key is looked up before the account is known',
  bulk_changes_created: 'maintenance deletes old changes of all accounts',
  capture_forms_public_key_key: 'the address of a form is looked up before the account is known',
  capture_submissions_oldest: 'maintenance deletes the old submissions of all accounts',
  capture_turns_oldest: 'maintenance deletes the old turns of all accounts',
  changes_at: 'maintenance deletes old rows of all accounts',
  invite_links_pkey: 'a link is looked up before the account is known',
  idempotency_keys_oldest: 'maintenance deletes expired keys of all accounts',
  imports_created: 'maintenance cleans up the imports of all accounts',
  invoices_paid: 'administrators see the revenue of all accounts',
  invoices_pkey: 'Stripe identifies invoices without their account',
  jobs_due: 'the runner takes the jobs of all accounts',
  jobs_pkey: 'a job may belong to no account',
  leads_everywhere: 'administrators list the leads of all accounts',
  anonymizations_unkept: 'a job keeps the anonymizations of all accounts beside the backups',
  notifications_oldest: 'maintenance deletes the old notifications of all accounts',
  outbox_due: 'the worker sends the mails of all accounts',
  outbox_failed: 'administrators see the undelivered mails of all accounts',
  outbox_pkey: 'a mail may belong to no account',
  outbox_resets: 'a reset is requested before the account is known',
  removed_leads_oldest: 'maintenance empties the trash of all accounts',
  sessions_pkey: 'a token is looked up before the account is known',
  subscriptions_stripe_id_key: 'Stripe identifies subscriptions without their account',
  webhook_messages_oldest: 'maintenance deletes old messages of all accounts',
  users_identity: 'a sign-in finds the accounts of an identity',
  users_owners_newest: 'administrators page through the owners of all accounts',
}

describe('the keys of tenant tables', () => {
  it('start with account_id, except the listed indexes', async () => {
    const indexes = await db.rows<{ name: string; first: string }>(
      `select i.relname as name, coalesce(a.attname, '(expression)') as first
         from pg_index x
         join pg_class i on i.oid = x.indexrelid
         join pg_class t on t.oid = x.indrelid and t.relnamespace = 'public'::regnamespace
         left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0] and x.indkey[0] <> 0
        where exists (select from pg_attribute where attrelid = t.oid and attname = 'account_id' and not attisdropped)
        order by 1`,
    )
    const others = indexes.filter(({ first }) => first !== 'account_id').map(({ name }) => name)
    expect(others).toEqual(Object.keys(otherIndexes).toSorted())
  })
})
