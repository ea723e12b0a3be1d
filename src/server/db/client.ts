import pg from 'pg'
import { createAnnouncer } from './announcer.ts'
import { type Listener, listen } from './listen.ts'
import { rowBuilder } from './row-builder.ts'
import { beginWithSettings, keepSettings } from './session.ts'

const { types } = pg

/** URL as in `DATABASE_URL`, or its parts. `host` can be the folder of a Unix socket. */
export type ConnectionTarget =
  | string
  | { host: string; port?: number; user: string; password?: string; database: string }

export interface QueryRunner {
  /**
   * `name` prepares the statement once per connection. After five runs its plan no longer depends on the values. Name only
   * constant texts that find rows by a key, or read a few in the order of an index: other lists of a large account need another
   * plan than those of a small one.
   */
  rows<Row>(text: string, values?: unknown[], name?: string): Promise<Row[]>
  /** Returns the first row, or `undefined`. */
  row<Row>(text: string, values?: unknown[], name?: string): Promise<Row | undefined>
  /** Returns the number of affected rows. */
  run(text: string, values?: unknown[], name?: string): Promise<number>
}

export interface Db extends QueryRunner {
  /** Commits or rolls back as a whole. Repeats `work` at most twice after a deadlock. */
  transaction<Result>(work: (tx: QueryRunner) => Promise<Result>): Promise<Result>
  /**
   * Sends `begin` and the first statements in one round trip, and passes their rows to `work`. The statements take no
   * parameters: quote values with `literal`.
   */
  transactionFrom<Result>(
    first: readonly string[],
    work: (tx: QueryRunner, rows: unknown[][]) => Promise<Result>,
  ): Promise<Result>
  /** Notifies all processes, soon and once for several calls, of new changes of an account. Call after the commit. */
  announce(accountId: string): void
  /** Listens for notifications on a connection of its own. Returns a stop function. */
  listen(channels: readonly string[], listener: Listener): () => Promise<void>
  /**
   * Runs statements that PostgreSQL rejects in a transaction, without a statement timeout. Behind a pooler the timeouts of the
   * role apply instead.
   */
  outsideTransaction<Result>(lockTimeoutMs: number, work: (queries: QueryRunner) => Promise<Result>): Promise<Result>
  /** Returns the pool's connections and the number of queued statements. */
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

// Parsing into Date costs a third of a request and drops the microseconds that cursors need. Counts and centavos fit in
// 2^53.
const parsers: Record<number, (text: string) => unknown> = {
  [types.builtins.INT8]: Number,
  [types.builtins.NUMERIC]: Number,
  [types.builtins.DATE]: text => text,
  [types.builtins.TIMESTAMPTZ]: text => text,
}

/**
 * PostgreSQL's text of a `timestamptz` in UTC ("2026-11-20 12:34:56.1234+00") → ISO 8601. Always six decimals, so that
 * timestamps sort as text.
 */
export const toIsoTimestamp = (timestamptz: string): string =>
  timestamptz.length === 29
    ? `${timestamptz.slice(0, 10)}T${timestamptz.slice(11, 26)}Z`
    : `${timestamptz.slice(0, 10)}T${timestamptz.slice(11, 19)}.${timestamptz.slice(20, -3).padEnd(6, '0')}Z`

/**
 * Sends a query with a callback: with the driver's own promises, rows survive the collections of young objects and fill the
 * memory until a full one. Of several statements in one text, the driver returns a list of results.
 */
const sendQuery = (client: pg.ClientBase, query: pg.QueryConfig): Promise<pg.QueryResult> =>
  withOwnStack(
    new Promise((resolve, reject) => {
      client.query(query, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
    }),
  )

/** The stack of the driver ends at its socket. */
const withOwnStack = async <Result>(sent: Promise<Result>): Promise<Result> => {
  try {
    return await sent
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

type Statement = [text: string, values?: unknown[], name?: string]

const toQuery = ([text, values = [], name]: Statement, { prepares }: { prepares: boolean }): pg.QueryArrayConfig =>
  prepares && name !== undefined ? { text, values, rowMode: 'array', name } : { text, values, rowMode: 'array' }

/** Sends one statement. */
type Send = (...statement: Statement) => Promise<pg.QueryArrayResult>

const createQueryRunner = (send: Send): QueryRunner => {
  const rows = async <Row>(...statement: Statement): Promise<Row[]> => {
    const result = await send(...statement)
    return result.rows.map(rowBuilder(statement[0], result.fields)) as Row[]
  }
  return {
    rows,
    row: async <Row>(...statement: Statement) => (await rows<Row>(...statement))[0],
    run: async (...statement) => (await send(...statement)).rowCount ?? 0,
  }
}

const runnerOf = (client: pg.ClientBase, options: { prepares: boolean }): QueryRunner =>
  createQueryRunner((...statement) => sendQuery(client, toQuery(statement, options)))

/** Quotes a value for `transactionFrom`. All other statements take parameters. */
export const literal = (value: string): string => pg.escapeLiteral(value)

/** Opens connections on demand. */
export const createDb = (address: ConnectionTarget, { poolSize = 10, connectionTimeoutMs = 5000 } = {}): Db => {
  /** Connections of a pooler: session settings would leak to other clients. */
  const shared = new WeakSet<pg.ClientBase>()
  const config = typeof address === 'string' ? { connectionString: address } : { ...address, ssl: false }
  const pool = new pg.Pool({
    ...config,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    onConnect: async client => {
      if (!(await keepSettings(client))) shared.add(client)
    },
    types: { getTypeParser: (oid, format) => parsers[oid] ?? types.getTypeParser(oid, format) },
  })
  // Without listeners, a PostgreSQL restart would end the process. The pool replaces broken connections.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))

  const inTransaction = async <Result>(
    client: pg.PoolClient,
    work: (tx: QueryRunner, rows: unknown[][]) => Promise<Result>,
    first: readonly string[] = [],
  ) => {
    const isShared = shared.has(client)
    try {
      const begin = isShared ? beginWithSettings : 'begin'
      const begun: pg.QueryResult | pg.QueryResult[] = await sendQuery(client, { text: [begin, ...first].join('; ') })
      const rows =
        first.length === 0
          ? []
          : [begun]
              .flat()
              .slice(-first.length)
              .map(result => result.rows)
      const result = await work(runnerOf(client, { prepares: !isShared }), rows)
      await sendQuery(client, { text: 'commit' })
      client.release()
      return result
    } catch (error) {
      const rolledBack = await sendQuery(client, { text: 'rollback' }).then(
        () => true,
        () => false,
      )
      client.release(!rolledBack)
      throw error
    }
  }

  /**
   * Sends a single statement, as soon as a connection is free. On a pooler's connection, only a transaction has the settings,
   * so the statement runs in one.
   */
  const sendAlone: Send = (...statement) =>
    withOwnStack(
      new Promise((resolve, reject) => {
        pool.connect((failure, client) => {
          if (!client) return reject(failure)
          if (shared.has(client))
            return resolve(inTransaction(client, () => sendQuery(client, toQuery(statement, { prepares: false }))))
          client.query(toQuery(statement, { prepares: true }), (error: Error | null, result) => {
            client.release(error !== null)
            if (error) reject(error)
            else resolve(result)
          })
        })
      }),
    )

  const outsideTransaction: Db['outsideTransaction'] = async (lockTimeoutMs, work) => {
    const client = await pool.connect()
    const isShared = shared.has(client)
    try {
      if (!isShared) await sendQuery(client, { text: `set statement_timeout = 0; set lock_timeout = ${lockTimeoutMs}` })
      return await work(runnerOf(client, { prepares: false }))
    } finally {
      // Its settings end with the connection.
      client.release(!isShared)
    }
  }

  const untilNoDeadlock = async <Result>(
    work: (tx: QueryRunner, rows: unknown[][]) => Promise<Result>,
    first: readonly string[] = [],
  ): Promise<Result> => {
    for (let tries = 1; ; tries++) {
      try {
        return await inTransaction(await pool.connect(), work, first)
      } catch (error) {
        if (sqlState(error) !== '40P01' || tries === 3) throw error
      }
    }
  }

  const queries = createQueryRunner(sendAlone)
  const announcer = createAnnouncer((channel, payload) => queries.run('select pg_notify($1, $2)', [channel, payload]))

  return {
    ...queries,
    transaction: work => untilNoDeadlock(work),
    transactionFrom: (first, work) => untilNoDeadlock(work, first),
    outsideTransaction,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    announce: announcer.announce,
    listen: (channels, listener) => listen(config, channels, listener),
    close: () => {
      announcer.stop()
      return pool.end()
    },
  }
}

const sqlState = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined)

/** Returns the name of the violated unique index or constraint, otherwise `undefined`. */
export const uniqueViolation = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined

/** Returns the name of the violated check, also of one that a trigger raises, otherwise `undefined`. */
export const checkViolation = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code === '23514' ? error.constraint : undefined

/** Is true for a full disk of the database server. */
export const isStorageFull = (error: unknown): boolean => sqlState(error) === '53100'

/** Is true for an unknown table, column or function, which means that a newer release has migrated. */
export const isSchemaMismatch = (error: unknown): boolean => ['42P01', '42703', '42883'].includes(sqlState(error) ?? '')

/** Is true when `lock_timeout` expired. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03'

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
// ENOENT from open() is a missing file, not a missing socket.
const networkCalls = new Set(['connect', 'getaddrinfo', 'read', 'write'])

/** Transient: statement timeout, lock timeout, deadlock, read-only during failover. */
const transientSqlStates = new Set(['57014', '55P03', '40P01', '25006'])

/** Is true when the database is unreachable, full or too slow, so that the request may be repeated. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  // A host name with several addresses, none of which accepts connections.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const state = sqlState(error)
  if (state !== undefined) return /^(08|53|57P|58)/.test(state) || transientSqlStates.has(state)
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  const fromPool = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/
  return (networkCodes.has(code) && networkCalls.has(syscall)) || fromPool.test(error.message)
}
