import pg from 'pg'
import { beginWithSettings, keepSettings } from './session.ts'

const { types } = pg

/** Where the database is: an address as in `DATABASE_URL`, or the parts of one (a Unix socket's folder as `host`). */
export type ConnectionTarget =
  | string
  | { host: string; port?: number; user: string; password?: string; database: string }

export interface QueryRunner {
  /** Rows of one statement. `name` prepares it once per connection: only for texts that never vary. */
  rows<Row>(text: string, values?: unknown[], name?: string): Promise<Row[]>
  /** The first row, or `undefined`. */
  row<Row>(text: string, values?: unknown[], name?: string): Promise<Row | undefined>
  /** How many rows a write touched. */
  run(text: string, values?: unknown[], name?: string): Promise<number>
}

export interface Db extends QueryRunner {
  /** Commits what `work` did, or nothing of it. Run again (at most twice more) when PostgreSQL breaks a deadlock. */
  transaction<Result>(work: (tx: QueryRunner) => Promise<Result>): Promise<Result>
  /** The pool's connections now, and how many statements wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

// Timestamps and days stay text: turning each into a Date and back costs a third of a request, and a Date drops the
// microseconds that cursors need. Counts and centavos are within 2^53.
const parsers: Record<number, (text: string) => unknown> = {
  [types.builtins.INT8]: Number,
  [types.builtins.NUMERIC]: Number,
  [types.builtins.DATE]: text => text,
  [types.builtins.TIMESTAMPTZ]: text => text,
}

/**
 * PostgreSQL's text of a `timestamptz` in UTC ("2026-11-20 12:34:56.1234+00") → ISO 8601, always with six decimals, so
 * that the order of texts is the order of moments.
 */
export const toIsoTimestamp = (timestamptz: string): string => {
  const [seconds = '', fraction = ''] = timestamptz.slice(0, -3).replace(' ', 'T').split('.')
  return `${seconds}.${fraction.padEnd(6, '0')}Z`
}

const createQueryRunner = (client: pg.PoolClient, { prepares }: { prepares: boolean }): QueryRunner => {
  const send = (text: string, values: unknown[] = [], name?: string) =>
    client.query(prepares && name !== undefined ? { name, text, values } : { text, values })
  return {
    rows: async <Row>(...statement: Parameters<typeof send>) => (await send(...statement)).rows as Row[],
    row: async <Row>(...statement: Parameters<typeof send>) => (await send(...statement)).rows[0] as Row | undefined,
    run: async (...statement) => (await send(...statement)).rowCount ?? 0,
  }
}

/** A pool of connections to PostgreSQL; none is opened before it is needed. */
export const createDb = (address: ConnectionTarget, { poolSize = 10 } = {}): Db => {
  /** Connections of a pooler: what holds for longer than a transaction is not for us alone. */
  const shared = new WeakSet<pg.ClientBase>()
  const pool = new pg.Pool({
    ...(typeof address === 'string' ? { connectionString: address } : { ...address, ssl: false }),
    max: poolSize,
    connectionTimeoutMillis: 5000,
    onConnect: async client => {
      if (!(await keepSettings(client))) shared.add(client)
    },
    types: { getTypeParser: (oid, format) => parsers[oid] ?? types.getTypeParser(oid, format) },
  })
  // Without listeners the process would end when PostgreSQL restarts, on idle connections and on those in a transaction;
  // the pool replaces broken ones by itself.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))

  const inTransaction = async <Result>(client: pg.PoolClient, work: (tx: QueryRunner) => Promise<Result>) => {
    const isShared = shared.has(client)
    try {
      await client.query(isShared ? beginWithSettings : 'begin')
      const result = await work(createQueryRunner(client, { prepares: !isShared }))
      await client.query('commit')
      client.release()
      return result
    } catch (error) {
      const rolledBack = await client.query('rollback').then(
        () => true,
        () => false,
      )
      client.release(!rolledBack)
      throw error
    }
  }

  /** One statement by itself; on a pooler's connection, where only a transaction has our settings, in one. */
  const alone = async <Result>(work: (queries: QueryRunner) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect()
    if (shared.has(client)) return inTransaction(client, work)
    try {
      const result = await work(createQueryRunner(client, { prepares: true }))
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  return {
    rows: <Row>(...statement: Parameters<QueryRunner['rows']>) => alone(queries => queries.rows<Row>(...statement)),
    row: <Row>(...statement: Parameters<QueryRunner['row']>) => alone(queries => queries.row<Row>(...statement)),
    run: (...statement) => alone(queries => queries.run(...statement)),
    transaction: async work => {
      for (let tries = 1; ; tries++) {
        try {
          return await inTransaction(await pool.connect(), work)
        } catch (error) {
          if (sqlState(error) !== '40P01' || tries === 3) throw error
        }
      }
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

const sqlState = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined)

/** The unique index or constraint that a write ran into, if that is what went wrong. */
export const uniqueViolation = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined

/** Whether a statement failed because the database's disk is full. */
export const isStorageFull = (error: unknown): boolean => sqlState(error) === '53100'

/** Whether a statement names a table, column or function that is not there (any more): a newer release has migrated. */
export const isSchemaMismatch = (error: unknown): boolean => ['42P01', '42703', '42883'].includes(sqlState(error) ?? '')

/** Whether a statement gave up waiting for a lock: `lock_timeout` was over. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03'

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
// ENOENT of `open` is a missing file, not a missing socket.
const networkCalls = new Set(['connect', 'getaddrinfo', 'read', 'write'])

/** Canceled for taking too long, a lock that did not come, a deadlock, and a server that only reads while another takes over. */
const transientSqlStates = new Set(['57014', '55P03', '40P01', '25006'])

/** Whether the database is away, full or too slow (the request may be repeated), rather than the statement wrong. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  // A name with several addresses, none of which answers.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const state = sqlState(error)
  if (state !== undefined) return /^(08|53|57P|58)/.test(state) || transientSqlStates.has(state)
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  const fromPool = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/
  return (networkCodes.has(code) && networkCalls.has(syscall)) || fromPool.test(error.message)
}
