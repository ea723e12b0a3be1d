import { createSession } from '#server/auth/create-session.ts'
import { findUser } from '#server/auth/store.ts'
import { saveSubscription } from '#server/billing/stores/store.ts'
import type { QueryRunner } from '#server/db/client.ts'
import type { Services } from '#server/services.ts'
import { leadsOfAccounts, measuredAccount, pickFunctions, textParameters } from './far-texts.ts'
import { addAccounts, fillPool } from './seed-clients.ts'
import { addSeller } from './seed-leads.ts'

/** Leads of the account that is measured in both databases. */
export const measuredLeads = 5000
/** Number of the largest account. */
export const largestAccount = 0

export interface FarSize {
  accounts: number
  leads: number
  /** Leads of the account 0. The others, except the measured one, share the rest. */
  largest: number
}

const chunkRows = 100_000
const lanes = 2
const accountsAtOnce = 100

/** Without triggers and foreign keys, and without limits of time. */
const inBulk = (services: Services, work: (queries: QueryRunner) => Promise<void>): Promise<void> =>
  services.db.outsideTransaction(60_000, async queries => {
    for (const setting of [
      `session_replication_role = replica`,
      `synchronous_commit = off`,
      `maintenance_work_mem = '1GB'`,
      `work_mem = '256MB'`,
      `max_parallel_workers_per_gather = 2`,
    ])
      await queries.run(`set ${setting}`)
    await work(queries)
  })

/** What triggers would have written. A table that derives from leads is a line here. */
const derivedRows = [
  `insert into lead_search (account_id, id, user_id, valor_servico_centavos, created_at, updated_at, data_prospeccao,
                            data_fechamento, stage, status, busca, telefone_chave, nome, negocio)
   select account_id, id, user_id, valor_servico_centavos, created_at, updated_at, data_prospeccao,
          data_fechamento, stage, status, busca, telefone_chave, nome, negocio from leads`,
  `insert into lead_totals (account_id, owner_key, status, stage, count, valor_centavos, bytes)
   select account_id, owner_key(user_id), status, stage, count(*), sum(valor_servico_centavos), sum(lead_bytes(leads))
     from leads group by 1, 2, 3, 4`,
  `insert into report_totals (account_id, month, owner_key, stage, lost_reason_key, count, valor_centavos)
   select l.account_id, report_month(l.stage, l.stage_since, l.data_fechamento, a.timezone), owner_key(l.user_id), l.stage,
          owner_key(l.lost_reason_id), count(*), sum(l.valor_servico_centavos)
     from leads l join accounts a on a.id = l.account_id where l.stage <> 'nurturing' group by 1, 2, 3, 4, 5`,
  `insert into story_entries (account_id, lead_id, is_conversation, at, kind, to_stage)
   select account_id, id, false, created_at, 'created', 'novo-lead' from leads`,
  `insert into story_entries (account_id, lead_id, is_conversation, at, kind, from_stage, to_stage, from_since, from_since_exact)
   select account_id, id, false, stage_since, 'stage', 'novo-lead', stage, created_at, true from leads where stage <> 'novo-lead'`,
  `insert into story_entries (account_id, lead_id, is_conversation, at, kind, actor_kind, actor_id, text)
   select account_id, id, true, updated_at, 'note', 'user', user_id, 'Falei com ' || nome || ' sobre ' || descricao_servico
     from leads where hashint8(valor_servico_centavos) % 10 = 0`,
]

const log = (line: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)

const indexesToRebuild = `
  select c.relname as name, pg_get_indexdef(i.indexrelid) as text
    from pg_index i join pg_class c on c.oid = i.indexrelid
   where i.indrelid in ('leads'::regclass, 'lead_search'::regclass, 'story_entries'::regclass)
     and not exists (select from pg_constraint where conindid = i.indexrelid)`

const addLeads = async (services: Services, { leads }: FarSize): Promise<void> => {
  const chunks = Math.max(1, Math.ceil(leads / chunkRows))
  const pool = await services.db.row<{ size: number }>('select count(*) as size from bench_pool')
  let next = 0
  const fillLane = (queries: QueryRunner) => async (): Promise<void> => {
    while (next < chunks) {
      const chunk = next++
      await queries.run(leadsOfAccounts, [chunk, chunks, pool?.size, ...textParameters])
      if (chunk % 10 === 0) log(`leads: ${chunk} of ${chunks} parts`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, () => inBulk(services, queries => fillLane(queries)())))
}

const addFarAccounts = async (services: Services, size: FarSize): Promise<void> => {
  const { db } = services
  for (let from = 0; from < size.accounts; from += accountsAtOnce) {
    await addAccounts(services, from, Math.min(accountsAtOnce, size.accounts - from))
    await db.run('analyze accounts, users, identities')
  }
  await db.run(
    `create table bench_accounts as
     select i, u.account_id, u.id as user_id, null::uuid as seller_id,
            case i when ${largestAccount} then $2::bigint when ${measuredAccount} then ${measuredLeads}
                   else ($1::bigint - $2::bigint - ${measuredLeads}) / ($3::bigint - 2) end as leads
       from users u join identities m on m.id = u.identity_id
      cross join lateral (select substring(m.email from '^cliente.([0-9]+)@')::int) n (i) where i is not null`,
    [size.leads, size.largest, size.accounts],
  )
  for (const number of [largestAccount, measuredAccount]) {
    const { account_id, user_id } = await findAccount(services, number)
    const owner = await findUser(db, account_id, user_id)
    if (!owner) throw new Error('the owner is not there')
    await saveSubscription(db, account_id, { plan: 'enterprise', status: 'active', currentPeriodEnd: null })
    const seller = await addSeller(services, owner)
    await db.run('update bench_accounts set seller_id = $1 where i = $2', [seller.id, number])
  }
}

const fill = async (services: Services, size: FarSize): Promise<void> => {
  const { db } = services
  await fillPool(services)
  for (const text of pickFunctions) await db.run(text)
  await addFarAccounts(services, size)
  const indexes = await db.rows<{ name: string; text: string }>(indexesToRebuild)
  for (const { name } of indexes) await db.run(`drop index ${name}`)
  await addLeads(services, size)
  await inBulk(services, async queries => {
    for (const text of derivedRows) {
      await queries.run(text)
      log(text.slice(0, 40))
    }
    for (const { name, text } of indexes) {
      await queries.run(text)
      log(name)
    }
    await queries.run('drop table bench_pool')
    // Autovacuum would do this within a minute.
    await queries.run('vacuum analyze')
    await queries.run('checkpoint')
  })
  await db.run('comment on table bench_accounts is $$filled$$')
  log('filled')
}

/** Fills an empty database, and leaves a filled one as it is. */
export const seedFar = async (services: Services, size: FarSize): Promise<void> => {
  const state = await services.db.row<{ exists: boolean; filled: boolean }>(
    `select to_regclass('bench_accounts') is not null as exists,
            coalesce(obj_description(to_regclass('bench_accounts')) = 'filled', false) as filled`,
  )
  if (state?.filled) return
  if (state?.exists) throw new Error('the data folder is filled by half: delete it')
  await fill(services, size)
}

const findAccount = async ({ db }: Services, number: number) => {
  const text = 'select account_id, user_id, seller_id from bench_accounts where i = $1'
  const account = await db.row<{ account_id: string; user_id: string; seller_id: string }>(text, [number])
  if (!account) throw new Error(`account ${number} is not there`)
  return account
}

export interface FarAccount {
  owner: string
  seller: string
  leadIds: string[]
}

/** Returns sessions of the owner and the seller of an account, and some of its leads. */
export const openFarAccount = async (services: Services, number: number): Promise<FarAccount> => {
  const { db } = services
  const account = await findAccount(services, number)
  const tokenOf = async (userId: string): Promise<string> => {
    const user = await findUser(db, account.account_id, userId)
    if (!user) throw new Error('the member is not there')
    return (await createSession(services, user, 'bench')).token
  }
  const leads = await db.rows<{ id: string }>(
    'select id from leads where account_id = $1 order by hashtext(id::text) limit 600',
    [account.account_id],
  )
  return {
    owner: await tokenOf(account.user_id),
    seller: await tokenOf(account.seller_id),
    leadIds: leads.map(({ id }) => id),
  }
}
