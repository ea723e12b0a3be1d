import { v7 as uuidv7 } from 'uuid'
import { systemActor } from '#server/auth/actor.ts'
import { createSession } from '#server/auth/create-session.ts'
import { registerUser } from '#server/auth/register-user.ts'
import { updateRole } from '#server/auth/store.ts'
import { demoLeads } from '#server/demo/demo-leads.ts'
import { writeLeads } from '#server/leads/write/lead-writer.ts'
import type { Services } from '#server/services.ts'

const poolSize = 20_000
const poolChunk = 5000
/** Larger batches exceed the statement timeout. */
const accountsAtOnce = 100

/** Creates a table of realistic leads to copy from. */
export const fillPool = async (services: Services): Promise<void> => {
  const { db, now } = services
  const template = { nome: 'Modelo', email: `modelo.${uuidv7()}@exemplo.com.br`, password: 'segredo-de-teste' }
  const user = await registerUser(services, template)
  const writer = { accountId: user.account_id, userId: user.id, actor: systemActor }
  for (let done = 0; done < poolSize; done += poolChunk) {
    const leads = demoLeads(done + 1, poolChunk, now())
    await writeLeads(db, writer, { adds: true }, writes => writes.upsert(leads, { onlyMissing: false }))
  }
  await db.run('create table bench_pool as select (row_number() over () - 1)::int as n, l.* from leads l')
  await db.run('create index on bench_pool (n)')
  await db.run('delete from accounts where id = $1', [user.account_id])
}

/** Creates the owners `cliente.<number>@exemplo.com.br` with an account each. */
export const addAccounts = (services: Services, from: number, count: number) =>
  services.db.run(
    `with client as (
       select i, gen_random_uuid() as account_id, gen_random_uuid() as user_id,
              now() - random() * interval '700 days' as since
         from generate_series($1::int, $1::int + $2::int - 1) i
     ), account as (
       insert into accounts (id, nome, trial_end, created_at, subscription_plan, subscription_status, stripe_customer_id)
       select account_id, 'Cliente ' || i, since + interval '3 days', since,
              (array['basic', 'pro', 'enterprise', null])[1 + i % 4],
              case when i % 4 = 3 then 'inactive' else (array['active', 'active', 'canceled', 'past_due'])[1 + i / 4 % 4] end,
              case when i % 4 < 3 then 'cus_bench' || i end
         from client returning id
     )
     , identity as (
       insert into identities (id, nome, email, password_hash, created_at, last_account_id)
       select c.user_id, p.nome || ' ' || c.i, 'cliente.' || c.i || '@exemplo.com.br', '-', c.since, c.account_id
         from client c join bench_pool p on p.n = c.i % ${poolSize} returning id, nome
     )
     insert into users (account_id, id, identity_id, nome, team_role, joined_at)
     select c.account_id, i.id, i.id, i.nome, 'owner', c.since
       from client c join account a on a.id = c.account_id join identity i on i.id = c.user_id`,
    [from, count],
  )

const copiedColumns = `nome, negocio, telefone, email, descricao_servico, valor_servico_centavos, status, stage,
  forma_pagamento, prazo_entrega, data_prospeccao, data_fechamento, busca`

const addLeads = (services: Services, from: number, count: number, leadsEach: number) =>
  services.db.run(
    `insert into leads (account_id, user_id, id, created_at, updated_at, ${copiedColumns})
     select u.account_id, u.id, gen_random_uuid(), s.since, s.since + random() * (now() - s.since),
            ${copiedColumns.replace(/\w+/g, 'p.$&')}
       from users u join identities m on m.id = u.identity_id
       cross join lateral (select substring(m.email from '^cliente.([0-9]+)@')::int) i (i)
       cross join generate_series(1, $3::int) k
       cross join lateral (select now() - random() * interval '180 days' + k * interval '0 s') s (since)
       join bench_pool p on p.n = (i.i * 7919 + k * 13) % ${poolSize}
      where m.email = any(select 'cliente.' || n || '@exemplo.com.br' from generate_series($1::int, $1::int + $2::int - 1) n)`,
    [from, count, leadsEach],
  )

/** Creates clients of every plan and status with `leadsEach` leads. */
export const seedClients = async (services: Services, clients: number, leadsEach: number): Promise<void> => {
  await fillPool(services)
  for (let from = 0; from < clients; from += accountsAtOnce) {
    const count = Math.min(accountsAtOnce, clients - from)
    await addAccounts(services, from, count)
    await addLeads(services, from, count, leadsEach)
    // Plans that were made for a few rows are made anew. Autovacuum would do this within a minute.
    await services.db.run('analyze accounts, users, identities')
  }
  await services.db.run('drop table bench_pool')
}

/** Creates an administrator and returns a session token. */
export const seedAdmin = async (services: Services): Promise<string> => {
  const email = `admin.${uuidv7()}@exemplo.com.br`
  const user = await registerUser(services, { nome: 'Helena Prado', email, password: 'segredo-de-teste' })
  await updateRole(services.db, user.identity_id, 'admin')
  return (await createSession(services, user, 'bench')).token
}
