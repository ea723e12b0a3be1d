import { setTimeout as sleep } from 'node:timers/promises'
import type { PlanId } from '#contract/billing/subscription.ts'
import { createDb, type Db } from '#server/db/client.ts'
import { demoLeads } from '#server/demo/demo-leads.ts'
import { goodCard, submitForm } from '../../src/sandbox/testing/browse.ts'
import type { Product } from '../e2e/support/product.ts'
import { ask } from './wire.ts'

type Ending = 'canceling' | 'canceled' | 'past due' | 'refunded in part'

interface Wanted {
  nome: string
  plan?: PlanId
  ending?: Ending
  leads: number
  /** Neither a subscription nor a running trial. */
  formerTrial?: true
  admin?: true
}

/** Ten accounts with 50,000 leads in total. */
const wanted: Wanted[] = [
  { nome: 'Ana Grande', plan: 'pro', leads: 20_000 },
  { nome: 'Bruno Empresarial', plan: 'enterprise', leads: 14_900 },
  { nome: 'Carla Básico', plan: 'basic', leads: 100 },
  { nome: 'Davi De Saída', plan: 'pro', ending: 'canceling', leads: 5000 },
  { nome: 'Elisa Cancelada', plan: 'pro', ending: 'canceled', leads: 2000 },
  { nome: 'Fábio Em Atraso', plan: 'pro', ending: 'past due', leads: 2000 },
  { nome: 'Glória Em Teste', leads: 3000 },
  { nome: 'Heitor Teste Encerrado', formerTrial: true, leads: 1000 },
  { nome: 'Inês Administradora', admin: true, leads: 500 },
  { nome: 'João Com Devolução', plan: 'enterprise', ending: 'refunded in part', leads: 1500 },
]

export interface FilledAccount {
  email: string
  password: string
  admin: boolean
  /** Tokens of valid sessions. */
  tokens: string[]
  /** Token of a session that was signed out. */
  endedToken: string
}

export const databaseOf = ({ dataDir }: Product): Db =>
  createDb({ host: `${dataDir}/postgres`, user: 'postgres', database: 'fechou' }, { poolSize: 1 })

const legacy = ['proposta-aceita', 'proposta-recusada', 'em-negociacao']

const leadsFor = (seed: number, count: number) =>
  demoLeads(seed, count, new Date()).map((lead, index) =>
    index % 25 === 0 ? { ...lead, status: legacy[(index / 25) % 3] ?? lead.status } : lead,
  )

const fillLeads = async (product: Product, token: string, seed: number, count: number): Promise<void> => {
  const leads = leadsFor(seed, count)
  for (let done = 0; done < count; done += 5000)
    await ask(product, 'POST', '/leads/sync', { token, body: { leads: leads.slice(done, done + 5000) } })
  const some = leads.slice(0, 40)
  for (const [index, { _id }] of some.entries())
    await ask(product, 'PATCH', `/leads/${_id}`, { token, body: { status: index % 2 ? 'ganho' : 'qualificando' } })
  // Removed leads, half of them created again with the same id: their versions continue.
  for (const { _id } of some.slice(0, 10)) await ask(product, 'DELETE', `/leads/${_id}`, { token })
  const back = [...some.slice(0, 5), ...leadsFor(seed + 1000, 5)]
  await ask(product, 'POST', '/leads/sync', { token, body: { leads: back } })
}

const subscribe = async (product: Product, token: string, plan: PlanId): Promise<void> => {
  const { plans } = await ask<{ plans: { id: string; priceId: string }[] }>(product, 'GET', '/stripe/plans')
  const priceId = plans.find(({ id }) => id === plan)?.priceId
  const successUrl = `${product.url}/dashboard?success=true`
  const body = { priceId, successUrl, cancelUrl: `${product.url}/subscription?canceled=true` }
  const { url } = await ask<{ url: string }>(product, 'POST', '/stripe/create-checkout-session', { token, body })
  const { status } = await submitForm(url, goodCard)
  if (status !== 303) throw new Error(`the checkout returned ${status}`)
}

const atSandbox = async ({ sandboxUrl }: Product, path: string, body: object): Promise<void> => {
  const response = await fetch(`${sandboxUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`the sandbox returned ${response.status} for ${path}`)
}

const endings: Record<Ending, (product: Product, token: string) => Promise<void>> = {
  canceling: (product, token) => ask(product, 'POST', '/stripe/cancel-subscription', { token }),
  // Before advancing the clock, so that the period ends with the month.
  canceled: (product, token) => ask(product, 'POST', '/stripe/cancel-subscription', { token }),
  'past due': async (product, token) => {
    const { url } = await ask<{ url: string }>(product, 'POST', '/stripe/create-portal-session', { token })
    await submitForm(`${url}/payment-method`, { ...goodCard, number: '4000 0000 0000 0341' })
  },
  'refunded in part': async (product, token) => {
    const charge = await latestChargeOf(product, token)
    await atSandbox(product, `/_sandbox/charges/${charge}/refund-half`, {})
  },
}

const latestChargeOf = async (product: Product, token: string): Promise<string> => {
  const { user } = await ask<{ user: { stripe_customer_id: string } }>(product, 'GET', '/auth/me', { token })
  const page = await fetch(`${product.sandboxUrl}/customers/${user.stripe_customer_id}`)
  const charge = /charges\/(ch_\w+)\/refund/.exec(await page.text())?.[1]
  if (!charge) throw new Error('the sandbox shows no charge')
  return charge
}

const passMonth = async (product: Product): Promise<void> => {
  for (const by of ['month', 'hour', 'hour']) await atSandbox(product, '/_sandbox/clock', { by })
}

/** Waits until all sandbox events are processed and the outbox is empty. */
const settle = async (db: Db): Promise<void> => {
  for (let quiet = 0, tries = 0; quiet < 4; tries++) {
    if (tries > 600) throw new Error('the product did not come to rest within a minute')
    const row = await db.row<{ open: number }>(
      `select (select count(*) from stripe_events where processed_at is null)
            + (select count(*) from outbox where failed_at is null) as open`,
    )
    quiet = row?.open === 0 ? quiet + 1 : 0
    await sleep(500)
  }
}

const login = async (product: Product, email: string, password: string): Promise<string> =>
  (await ask<{ token: string }>(product, 'POST', '/auth/login', { body: { email, password } })).token

const register = async (product: Product, { nome }: Wanted, index: number): Promise<FilledAccount> => {
  const email = `conta.${index}@exemplo.com.br`
  const password = `segredo-${index}`
  const body = { nome, email, password, confirmPassword: password }
  const { token } = await ask<{ token: string }>(product, 'POST', '/auth/register', { body })
  const tokens = [token, await login(product, email, password), await login(product, email, password)]
  const endedToken = await login(product, email, password)
  await ask(product, 'POST', '/auth/logout', { token: endedToken })
  return { email, password, admin: false, tokens, endedToken }
}

/** Table of e-mails and roles: `users` until migration 012, then `identities`. */
const peopleIn = async (db: Db): Promise<{ table: string; account: string }> => {
  const row = await db.row<{ hasIdentities: boolean }>(
    `select to_regclass('identities') is not null as "hasIdentities"`,
  )
  return row?.hasIdentities
    ? { table: 'identities', account: 'last_account_id' }
    : { table: 'users', account: 'account_id' }
}

/** Applies changes that need time or an operator. Sessions and trial last long, so that the folder stays usable. */
const age = async (db: Db, accounts: readonly FilledAccount[]): Promise<void> => {
  const { table, account } = await peopleIn(db)
  for (const [index, { admin, formerTrial, plan }] of wanted.entries()) {
    const email = accounts[index]?.email
    if (admin) await db.run(`update ${table} set role = 'admin' where email = $1`, [email])
    const end = formerTrial || admin ? '2026-01-31' : plan ? '2026-02-28' : '2040-01-01'
    await db.run(
      `update accounts set trial_end = $2, trial_reminded_at = now()
        where id = (select ${account} from ${table} where email = $1)`,
      [email, end],
    )
  }
  await db.run(
    `update sessions set created_at = now() + interval '10 years', last_seen_at = now() + interval '10 years'`,
  )
  await db.run(
    `insert into outbox (id, account_id, kind, recipient, data, created_at, due_at, attempts, failed_at, failure, failure_code)
     select gen_random_uuid(), ${account}, 'welcome', email, jsonb_build_object('nome', nome), now(), now(), 3, now(),
            'refused', '550 5.1.1'
       from ${table} order by email limit 3`,
  )
  await db.run(
    `insert into past_trials (email_hash, trial_end) values (sha256('ex-cliente@exemplo.com.br'), '2026-03-01')`,
  )
}

/** Fills a new product through its API, and by SQL for what takes years. */
export const fillAccounts = async (product: Product, say: (line: string) => void): Promise<FilledAccount[]> => {
  const accounts: FilledAccount[] = []
  for (const [index, one] of wanted.entries()) {
    const account = await register(product, one, index)
    accounts.push(account)
    const [token = ''] = account.tokens
    if (one.plan) await subscribe(product, token, one.plan)
    await fillLeads(product, token, index + 1, one.leads)
    say(`${one.nome}: ${one.leads} leads`)
  }
  const db = databaseOf(product)
  const end = async (ending: Ending) => {
    const index = wanted.findIndex(one => one.ending === ending)
    await endings[ending](product, accounts[index]?.tokens[0] ?? '')
    await settle(db)
  }
  await settle(db)
  await end('canceled')
  await end('past due')
  await passMonth(product)
  await settle(db)
  await end('refunded in part')
  await end('canceling')
  await age(db, accounts)
  await db.close()
  return accounts.map((account, index) => ({ ...account, admin: wanted[index]?.admin === true }))
}
