/**
 * The least that answers these requests: bare node:http, the same driver, and the product's own statements, whose rows are sent
 * as JSON. It checks the session and nothing else. Runs as a process of its own.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { findSessionUsers } from '#server/auth/session-store.ts'
import type { QueryRunner } from '#server/db/client.ts'
import { listBoard, listLeads, listStageTotals } from '#server/leads/read/store.ts'

interface Statement {
  text: string
  values: unknown[]
  name: string
}

const accountId = '00000000-0000-0000-0000-000000000000'

/** Returns the statement that a store sends. */
const statementOf = async (read: (db: QueryRunner) => Promise<unknown>): Promise<Statement> => {
  let statement: Statement | undefined
  const record = async (text: string, values: unknown[] = []) => {
    statement = { text, values, name: createHash('md5').update(text).digest('hex') }
    return []
  }
  await read({ rows: record, row: async (text, values) => (await record(text, values))[0], run: async () => 0 })
  if (!statement) throw new Error('the store sent no statement')
  return statement
}

const longAgo = new Date(0)
const session = await statementOf(db => findSessionUsers(db, [], longAgo, longAgo))
const pages: Record<string, Statement | undefined> = {
  '/api/leads?limit=50': await statementOf(db =>
    listLeads(db, { accountId }, {}, { sort: '-createdAt', limit: 50, offset: 0 }),
  ),
  '/api/leads/board?limit=50': await statementOf(db => listBoard(db, { accountId }, {}, 50)),
  '/api/leads/stats': await statementOf(db => listStageTotals(db, { accountId }, {})),
}

const asText = (text: string) => text
const parsers: Record<number, ((text: string) => unknown) | undefined> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.DATE]: asText,
  [pg.types.builtins.TIMESTAMPTZ]: asText,
}
const pool = new pg.Pool({
  ...JSON.parse(process.env.FLOOR_DATABASE ?? '{}'),
  max: 10,
  types: { getTypeParser: (oid: number) => parsers[oid] ?? pg.types.getTypeParser(oid) },
})

const answer = async (url: string, authorization: string): Promise<string | undefined> => {
  const tokenHash = createHash('sha256').update(authorization.slice('Bearer '.length)).digest()
  const { rows: users } = await pool.query({ ...session, values: [[tokenHash], longAgo, longAgo] })
  const [user] = users
  if (!user) return undefined
  const page = pages[url]
  if (!page) return JSON.stringify(user)
  const values = page.values.map(value => (value === accountId ? user.account_id : value))
  const { rows } = await pool.query({ ...page, values })
  return JSON.stringify({ total: rows[0]?.total, rows })
}

const server = createServer(async ({ url = '', headers: { authorization = '' } }, response) => {
  const body = await answer(url, authorization)
  if (body === undefined) return response.writeHead(401).end()
  return response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
    .end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.once('disconnect', () => process.exit())
