import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { hashPassword } from '../auth/password.ts'
import { hashToken } from '../auth/session-token.ts'
import { databaseBefore } from '../testing/database-before.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import type { Db } from './client.ts'
import { migrate } from './migrate.ts'

const password = 'segredo-de-antes'
const person = (nome: string, email: string, role: 'admin' | 'user', leads: number) => ({
  accountId: randomUUID(),
  id: randomUUID(),
  token: randomBytes(32).toString('base64url'),
  resetToken: randomBytes(32).toString('base64url'),
  nome,
  email,
  role,
  leads,
})
type OldPerson = ReturnType<typeof person>

const ana = person('Ana Conceição', 'Ana@Exemplo.com.br', 'user', 400)
const bruno = person('Bruno Prado', 'bruno@exemplo.com.br', 'user', 3)
const carla = person('Carla Reis', 'carla@exemplo.com.br', 'user', 0)
const admin = person('Helena Lopes', 'helena@exemplo.com.br', 'admin', 2)
const demoUser = person('Mariana Demo', 'mariana@fechou.example', 'user', 5)
const people = [ana, bruno, carla, admin, demoUser]

/** Inserts an account as the earlier release did. */
const insertOldAccount = async (db: Db, one: OldPerson, passwordHash: string): Promise<void> => {
  await db.run(
    `insert into accounts (id, trial_end, subscription_plan, subscription_status, is_demonstration, stripe_customer_id)
     values ($1, now() + interval '2 days', 'pro', 'active', $2, $3)`,
    [one.accountId, one === demoUser, `cus_${one.id}`],
  )
  await db.run(
    `insert into users (account_id, id, nome, email, role, password_hash, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, '2026-01-02 03:04:05+00', '2026-02-03 04:05:06+00')`,
    [one.accountId, one.id, one.nome, one.email, one.role, passwordHash],
  )
  await db.run(
    `insert into sessions (token_hash, id, account_id, user_id, user_agent, created_at, last_seen_at)
     values ($1, $2, $3, $4, 'Firefox', now(), now())`,
    [hashToken(one.token), randomUUID(), one.accountId, one.id],
  )
  await db.run(
    `insert into password_resets (token_hash, account_id, user_id, email, request_id, expires_at)
     values ($1, $2, $3, $4, $5, now() + interval '1 hour')`,
    [hashToken(one.resetToken), one.accountId, one.id, one.email, randomUUID()],
  )
  await db.run(
    `insert into leads (account_id, id, user_id, nome, negocio, telefone, email, descricao_servico,
       valor_servico_centavos, status, stage, data_prospeccao, busca)
     select $1, gen_random_uuid(), $2, 'Lead ' || i, 'Padaria', '(11) 98765-4321', 'lead@exemplo.com', 'Site',
            i * 100, s, s, '2026-03-04', 'lead ' || i
       from generate_series(1, $3::int) i, unnest(array['novo-lead', 'ganho']) s where (i % 2 = 0) = (s = 'ganho')`,
    [one.accountId, one.id, one.leads],
  )
}

const newEmailToken = randomBytes(32).toString('base64url')

/** Contents that the migration must not change. */
const contents = async (db: Db) => ({
  accounts: await db.rows('select id, trial_end, subscription_plan, stripe_customer_id from accounts order by id'),
  leads: await db.rows('select * from leads order by account_id, id'),
  totals: await db.rows(
    'select account_id, status, stage, count, valor_centavos, bytes from lead_totals order by account_id, status',
  ),
  sessions: await db.rows('select * from sessions order by id'),
  outbox: await db.rows('select id, account_id, kind, recipient, due_at from outbox order by id'),
  trail: await db.rows('select * from admin_trail order by id'),
})

let db: Db
let app: TestApp
let before: Awaited<ReturnType<typeof contents>>

beforeAll(async () => {
  db = await databaseBefore('013')
  const passwordHash = await hashPassword(password)
  for (const one of people) await insertOldAccount(db, one, passwordHash)
  await db.run(
    `update users set new_email = 'novo@exemplo.com.br', new_email_until = now() + interval '1 day', new_email_tokens = $2
      where id = $1`,
    [bruno.id, [hashToken(newEmailToken)]],
  )
  await db.run(
    `insert into outbox (id, account_id, kind, recipient, data, created_at, due_at)
     values ($1, $2, 'email-confirm', 'novo@exemplo.com.br', '{}', now(), now())`,
    [randomUUID(), bruno.accountId],
  )
  await db.run(
    `insert into admin_trail (id, created_at, actor_id, actor_nome, actor_email, action) values ($1, now(), $2, $3, $4, 'read-clients')`,
    [randomUUID(), admin.id, admin.nome, admin.email],
  )
  before = await contents(db)
  await migrate(db)
  app = await testApp({ isLocal: true }, { database: db })
})

describe('migration 013 on a filled database', () => {
  it('preserves leads, totals, sessions, mails and trail entries', async () => {
    expect(before.leads).toHaveLength(410)
    expect(await contents(db)).toMatchObject(before)
  })

  it('turns each user into an identity with the same ID that owns its account', async () => {
    const rows = await db.rows<{ id: string }>(
      `select i.id, i.email, i.nome, i.role, i.last_account_id, u.account_id, u.id as member_id, u.nome as member_nome,
              u.team_role, u.status, u.joined_at = i.created_at as joined, a.nome as account_nome, a.timezone,
              a.sellers_see, a.sellers_take_unassigned, a.digest_hour
         from identities i join users u on u.identity_id = i.id join accounts a on a.id = u.account_id`,
    )
    expect(rows).toHaveLength(people.length)
    for (const one of people)
      expect(rows.find(({ id }) => id === one.id)).toEqual({
        id: one.id,
        email: one.email,
        nome: one.nome,
        role: one.role,
        last_account_id: one.accountId,
        account_id: one.accountId,
        member_id: one.id,
        member_nome: one.nome,
        team_role: 'owner',
        status: 'active',
        joined: true,
        account_nome: one.nome,
        timezone: 'America/Sao_Paulo',
        sellers_see: 'own',
        sellers_take_unassigned: false,
        digest_hour: 8,
      })
  })

  it.each(people.map(one => [one.nome, one] as const))('preserves the session of %s', async (_, one) => {
    const { status, data } = await app.call(authApi.me, { token: one.token })
    expect([status, data?.user]).toMatchObject([
      200,
      { _id: one.id, nome: one.nome, email: one.email, role: one.role, createdAt: '2026-01-02T03:04:05.000000Z' },
    ])
    const stats = await app.call(leadsApi.stats, { token: one.token })
    expect([stats.status, stats.data?.total]).toEqual([200, one.leads])
  })

  it.each(people.map(one => [one.nome, one] as const))('preserves the password of %s', async (_, one) => {
    const { status, data } = await app.call(authApi.login, { body: { email: one.email.toLowerCase(), password } })
    expect([status, data?.user._id]).toEqual([200, one.id])
  })

  it('preserves a pending password reset link', async () => {
    const body = { email: carla.email, token: carla.resetToken, password: 'segredo2', confirmPassword: 'segredo2' }
    expect((await app.call(authApi.resetPassword, { body })).status).toBe(200)
    const login = { email: carla.email, password: 'segredo2' }
    expect((await app.call(authApi.login, { body: login })).status).toBe(200)
    expect((await app.call(authApi.me, { token: carla.token })).status).toBe(401)
  })

  it('preserves a pending e-mail confirmation link', async () => {
    const body = { email: 'novo@exemplo.com.br', token: newEmailToken }
    expect((await app.call(authApi.confirmEmail, { body })).status).toBe(200)
    expect((await app.call(authApi.me, { token: bruno.token })).data?.user.email).toBe('novo@exemplo.com.br')
  })

  it('preserves working triggers for the lead totals', async () => {
    await db.run(`update leads set status = 'perdido', stage = 'perdido' where account_id = $1 and status = 'ganho'`, [
      ana.accountId,
    ])
    expect(
      await db.rows(
        `select status, count, valor_centavos from lead_totals where account_id = $1 and count > 0 order by 1`,
        [ana.accountId],
      ),
    ).toEqual(
      await db.rows(
        `select status, count(*) as count, sum(valor_servico_centavos)::bigint as valor_centavos
           from leads where account_id = $1 group by status order by 1`,
        [ana.accountId],
      ),
    )
  })
})

describe('responsible members', () => {
  it('cannot be removed while they are responsible for leads', async () => {
    await expect(db.run('delete from users where id = $1', [ana.id])).rejects.toThrow('leads_responsible')
  })

  it('are optional for a lead', async () => {
    await db.run('update leads set user_id = null where account_id = $1', [demoUser.accountId])
    expect((await app.call(leadsApi.stats, { token: demoUser.token })).data?.total).toBe(demoUser.leads)
  })

  it('are deleted with the account and its leads in one statement', async () => {
    expect(await db.run('delete from accounts where id = $1', [ana.accountId])).toBe(1)
    for (const table of ['users', 'leads', 'lead_totals', 'removed_leads', 'sessions'])
      expect(await db.rows(`select from ${table} where account_id = $1`, [ana.accountId]), table).toEqual([])
  })
})
