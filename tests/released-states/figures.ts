import { createHash } from 'node:crypto'
import type { Product } from '../e2e/support/product.ts'
import { databaseOf, type FilledAccount } from './filled-accounts.ts'
import { ask, send } from './wire.ts'

type Json = unknown
type Lead = Record<string, Json> & { _id: string }

/** Fields of a lead that every build has. */
const leadFields = [
  '_id',
  'userId',
  'nome',
  'negocio',
  'telefone',
  'email',
  'descricaoServico',
  'valorServico',
  'status',
  'formaPagamento',
  'prazoEntrega',
  'dataProspeccao',
  'dataFechamento',
  'createdAt',
  'updatedAt',
  'version',
]

const digestOf = (leads: Lead[]): string => {
  const lines = leads.map(lead => JSON.stringify(leadFields.map(field => lead[field] ?? null))).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

const everyPage = async (product: Product, token: string): Promise<Lead[]> => {
  const leads: Lead[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/leads?limit=500${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
    const page: { leads: Lead[]; nextCursor: string | null } = await ask(product, 'GET', path, { token })
    leads.push(...page.leads)
    cursor = page.nextCursor
  }
  return leads
}

const filtersOfInterest = [
  'search=maria',
  'status=ganho',
  'status=proposta-aceita',
  'stage=perdido',
  'dataProspeccaoInicio=2026-06-01&search=padaria',
]

/** Returns all data that a build shows of one account. Sections that it rejects are recorded as rejected. */
const figuresOfAccount = async (product: Product, { tokens }: FilledAccount): Promise<Record<string, Json>> => {
  const [token = ''] = tokens
  const section = async (path: string): Promise<Json> => {
    const { status, text } = await send(product, 'GET', path, { token })
    return status === 200 ? JSON.parse(text) : { status }
  }
  const stats = await section('/leads/stats')
  const isOpen = !('status' in (stats as object))
  const exported = await ask<{ leads: Lead[] }>(product, 'GET', '/leads/export?format=json', { token })
  const { invoices } = await ask<{ invoices: Record<string, Json>[] }>(product, 'GET', '/stripe/invoices', { token })
  const { sessions } = await ask<{ sessions: Json[] }>(product, 'GET', '/auth/sessions', { token })
  const filtered: Record<string, Json> = {}
  for (const filter of filtersOfInterest)
    filtered[filter] = await section(`/leads?limit=20&sort=valorServico&${filter}`)
  return {
    me: await section('/auth/me'),
    stats,
    board: await section('/leads/board'),
    firstPage: await section('/leads'),
    filtered,
    pages: isOpen ? digestOf(await everyPage(product, token)) : 'closed',
    exported: { count: exported.leads.length, digest: digestOf(exported.leads) },
    // URLs of the sandbox contain its port.
    invoices: invoices.map(({ hosted_invoice_url, invoice_pdf, ...invoice }) => invoice),
    history: await section('/auth/subscription-history'),
    sessions: sessions.length,
  }
}

const figuresOfAdministrator = async (product: Product, { tokens }: FilledAccount): Promise<Record<string, Json>> => {
  const [token = ''] = tokens
  const section = (path: string) => ask<Record<string, Json>>(product, 'GET', path, { token })
  const { customersUrl, ...clients } = await section('/users/users-list?limit=200')
  return {
    metrics: await section('/metrics/metrics-list'),
    revenue: await section('/revenue/revenue-list'),
    clients,
    leads: await section('/admin/leads'),
    leadsOfStatus: await section('/admin/leads?status=em-negociacao&page=3'),
    leadsOfOwner: await section('/admin/leads?email=conta.3'),
    found: await section('/admin/leads?search=padaria&page=2'),
    mails: await section('/admin/mails'),
  }
}

/** Rows that no page shows but must survive, and totals that differ from a recount. */
const figuresOfDatabase = async (product: Product): Promise<Record<string, Json>> => {
  const db = databaseOf(product)
  const count = async (table: string) =>
    (await db.row<{ count: number }>(`select count(*) as count from ${table}`))?.count
  const totals = await db.rows(
    `select account_id, status, sum(count)::bigint as count, sum(valor_centavos)::bigint as centavos,
            sum(bytes)::bigint as bytes
       from lead_totals group by account_id, status having sum(count) <> 0 order by account_id, status`,
  )
  const recount = await db.rows(
    `select account_id, status, count(*) as count, sum(valor_servico_centavos)::bigint as centavos,
            sum(lead_bytes(nome, negocio, telefone, email, descricao_servico, forma_pagamento, prazo_entrega))::bigint as bytes
       from leads group by account_id, status order by account_id, status`,
  )
  const tables = ['accounts', 'users', 'leads', 'subscriptions', 'invoices', 'past_trials']
  const rows: Record<string, Json> = {}
  for (const table of tables) rows[table] = await count(table)
  await db.close()
  return { rows, totals, totalsEqualRecount: JSON.stringify(totals) === JSON.stringify(recount) }
}

export const readFigures = async (product: Product, accounts: readonly FilledAccount[]): Promise<Json> => {
  const byAccount: Record<string, Json> = {}
  for (const account of accounts) byAccount[account.email] = await figuresOfAccount(product, account)
  const admin = accounts.find(account => account.admin)
  return {
    database: await figuresOfDatabase(product),
    administrator: admin && (await figuresOfAdministrator(product, admin)),
    byAccount,
  }
}

const isObject = (value: Json): value is Record<string, Json> => typeof value === 'object' && value !== null

/** Returns the paths at which `now` lacks or differs from a recorded value. Ignores added values. */
export const differences = (recorded: Json, now: Json, path = ''): string[] => {
  if (Array.isArray(recorded) && Array.isArray(now) && recorded.length !== now.length)
    return [`${path}: ${recorded.length} entries, now ${now.length}`]
  if (isObject(recorded) && isObject(now))
    return Object.entries(recorded).flatMap(([key, value]) => differences(value, now[key], `${path}/${key}`))
  return Object.is(recorded, now) ? [] : [`${path}: ${JSON.stringify(recorded)}, now ${JSON.stringify(now)}`]
}

/** Returns what changed about the recorded sessions and passwords. */
export const checkSessions = async (product: Product, accounts: readonly FilledAccount[]): Promise<string[]> => {
  const wrong: string[] = []
  for (const { email, password, tokens, endedToken } of accounts) {
    for (const [index, token] of tokens.entries()) {
      const { status, text } = await send(product, 'GET', '/auth/me', { token })
      if (status !== 200 || !text.includes(email)) wrong.push(`session ${index} of ${email} returned ${status}`)
    }
    const ended = await send(product, 'GET', '/auth/me', { token: endedToken })
    if (ended.status !== 401) wrong.push(`the ended session of ${email} returned ${ended.status}`)
    const login = await send(product, 'POST', '/auth/login', { body: { email, password } })
    if (login.status !== 200) wrong.push(`the password of ${email} returned ${login.status}`)
  }
  return wrong
}
