import { leadSorts, type RestoredLead } from '#contract/leads/leads.ts'
import { demoLeads } from '#server/demo/demo-leads.ts'
import type { BenchServer } from './bench-server.ts'
import { wordOfOthers } from './far-texts.ts'
import type { FarAccount } from './seed-far.ts'

/** An account of one of the databases. */
export interface Target extends FarAccount {
  server: BenchServer
}

/** Sends a request in the given round and returns its milliseconds. */
export type Measure = (target: Target, round: number) => Promise<number>

export const send = async ({ server }: Target, token: string, path: string, method = 'GET', body?: object) => {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const startedAt = performance.now()
  const response = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  const ms = performance.now() - startedAt
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`)
  return { text, ms }
}

const get =
  (who: 'owner' | 'seller', path: string): Measure =>
  async target =>
    (await send(target, target[who], path)).ms

const ofLead =
  (path: string): Measure =>
  async (target, round) =>
    (await send(target, target.owner, `/api/leads/${target.leadIds[round % target.leadIds.length]}${path}`)).ms

/** Moves the next lead of the account. Reads it before, which is not measured. */
export const move: Measure = async (target, round) => {
  const id = target.leadIds[round % target.leadIds.length]
  const path = `/api/leads/${id}`
  const { status } = JSON.parse((await send(target, target.owner, path)).text) as { status: string }
  const next = status === 'qualificando' ? 'contato-estabelecido' : 'qualificando'
  return (await send(target, target.owner, path, 'PATCH', { status: next })).ms
}

/** Leads that `remove` takes away again. */
const created = new Map<Target, string[]>()

const create: Measure = async target => {
  const [{ _id: _, createdAt, updatedAt, ...lead }] = demoLeads(1, 1, new Date()) as [RestoredLead]
  const { text, ms } = await send(target, target.owner, '/api/leads', 'POST', { ...lead, status: 'novo-lead' })
  const { _id } = JSON.parse(text) as { _id: string }
  created.set(target, [...(created.get(target) ?? []), _id])
  return ms
}

const remove: Measure = async target =>
  (await send(target, target.owner, `/api/leads/${created.get(target)?.pop()}`, 'DELETE')).ms

export const memberRequests: Record<string, Measure> = {
  board: get('owner', '/api/leads/board?limit=50'),
  figures: get('owner', '/api/leads/stats'),
  'list, first page': get('owner', '/api/leads?limit=10'),
  ...Object.fromEntries(leadSorts.map(sort => [`list, by ${sort}`, get('owner', `/api/leads?limit=10&sort=${sort}`)])),
  'list, search of a frequent word (silva)': get('owner', '/api/leads?limit=10&search=silva'),
  'board, search of a frequent word (silva)': get('owner', '/api/leads/board?limit=50&search=silva'),
  'board, search of a rare word (tiburcio)': get('owner', '/api/leads/board?limit=50&search=tiburcio'),
  [`board, search of a word of others (${wordOfOthers})`]: get(
    'owner',
    `/api/leads/board?limit=50&search=${wordOfOthers}`,
  ),
  'board, search of a phone number': get('owner', '/api/leads/board?limit=50&search=119712'),
  'board, search of 2 letters (jo)': get('owner', '/api/leads/board?limit=50&search=jo'),
  'board, search of 2 letters that none has (qx)': get('owner', '/api/leads/board?limit=50&search=qx'),
  'board, stalled': get('owner', '/api/leads/board?limit=50&stalled=true'),
  'sheet of a lead': ofLead(''),
  'story of a lead': ofLead('/story'),
  today: get('owner', '/api/today'),
  report: get('owner', '/api/reports/sales'),
  'seller, board': get('seller', '/api/leads/board?limit=50'),
  'seller, list, first page': get('seller', '/api/leads?limit=10'),
  'seller, board, search of a word (silva)': get('seller', '/api/leads/board?limit=50&search=silva'),
  'seller, today': get('seller', '/api/today'),
  'seller, report': get('seller', '/api/reports/sales'),
  create,
  move,
  remove,
}

/** Paths of administrators in a database of so many leads. */
export const adminRequests = (leads: number): Record<string, string> => ({
  metrics: '/api/metrics/metrics-list',
  revenue: '/api/revenue/revenue-list',
  'clients, first page': '/api/users/users-list',
  'clients, search (maria)': '/api/users/users-list?search=maria',
  'clients, e-mail of one': '/api/users/users-list?search=cliente.8@',
  'leads, first page': '/api/admin/leads',
  'leads, page 1,000': '/api/admin/leads?page=1000',
  'leads, middle page': `/api/admin/leads?page=${Math.floor(leads / 40)}`,
  'leads, last page': `/api/admin/leads?page=${Math.floor(leads / 20)}`,
  'leads, status ganho': '/api/admin/leads?status=ganho',
  'leads, status that none has': '/api/admin/leads?status=em-negociacao',
  'leads, search in very many (silva)': '/api/admin/leads?search=silva',
  'leads, page 50 of those': '/api/admin/leads?search=silva&page=50',
  'leads, search in many (tiburcio)': '/api/admin/leads?search=tiburcio',
  'leads, search of two names': '/api/admin/leads?search=zelia%20tiburcio',
  'leads, search in none (qwertyuiop)': '/api/admin/leads?search=qwertyuiop',
  'leads, search and status': '/api/admin/leads?search=silva&status=ganho',
  'leads, search and status that none has': '/api/admin/leads?search=silva&status=em-negociacao',
  'leads, 2 letters that many have (jo)': '/api/admin/leads?search=jo',
  'leads, 2 letters that none has (qx)': '/api/admin/leads?search=qx',
  'leads, e-mail of one owner': '/api/admin/leads?email=cliente.8@',
  'leads, e-mail of many owners': '/api/admin/leads?email=cliente.1',
  'leads, e-mail of one and search': '/api/admin/leads?email=cliente.8@&search=silva',
  'leads, e-mail of many and search': '/api/admin/leads?email=cliente.1&search=silva',
  trail: '/api/admin/trail',
})
