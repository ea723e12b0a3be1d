import { appendFileSync } from 'node:fs'
import pg from 'pg'

const file = process.env.RECORD_STATEMENTS_TO
const seen = new Set<string>()

/** Returns the nearest caller outside the database client, such as "src/server/leads/read/store.ts". */
const callerIn = (stack: string): string | undefined =>
  stack
    .split('\n')
    .map(line => /\/((?:src|tests)\/[^:)]+):\d+/.exec(line)?.[1])
    .find(path => path !== undefined && !path.startsWith('src/server/db/') && !path.includes('record-statements'))

const isProduct = (path: string | undefined): boolean =>
  path?.startsWith('src/server/') === true && !/\.test\.|\/testing\/|\/demo\//.test(path)

/** Only a verified copy of the database has the functions of amcheck. */
const isPreparable = (text: string): boolean =>
  /^\s*(select|insert|update|delete|with)\b/i.test(text) && !/\b(?:\w+_index_check|verify_heapam)\(/.test(text)

/** Of the request for the connection whose callback sends a statement: the callback's own stack begins at the pool. */
let requestStack: string | undefined

/** Collects the statements that the product, not a test, sends to the database. */
if (file !== undefined) {
  Error.stackTraceLimit = 50
  const { query } = pg.Client.prototype
  const { connect } = pg.Pool.prototype
  pg.Pool.prototype.connect = function (this: pg.Pool, ...args: never[]) {
    const [callback] = args as unknown as [((...given: never[]) => void) | undefined]
    const { stack } = new Error()
    const connected = (...given: never[]) => {
      requestStack = stack
      callback?.(...given)
      requestStack = undefined
    }
    return (connect as (...all: unknown[]) => unknown).apply(this, callback ? [connected] : [])
  } as typeof connect
  pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
    const [given] = args as unknown as [string | { text: string }]
    const text = (typeof given === 'string' ? given : given.text)
      .replace(/^\s*--.*$/gm, '')
      .replace(/\s+/g, ' ')
      .trim()
    if (!seen.has(text) && isPreparable(text) && isProduct(callerIn(requestStack ?? new Error().stack ?? ''))) {
      seen.add(text)
      appendFileSync(file, `${text}\n`)
    }
    return (query as (...all: never[]) => unknown).apply(this, args)
  } as typeof query
}
