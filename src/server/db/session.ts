import type pg from 'pg'

/** What every statement relies on, whatever the address, the role or the database say. */
const settings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  statement_timeout: '15000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '15000',
  plan_cache_mode: 'force_custom_plan',
}

/** Begins a transaction that has the settings, and takes them along when it ends. */
export const beginWithSettings = [
  'begin',
  ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`),
].join('; ')

/**
 * Gives a new connection the settings for as long as it lasts, where that is for us alone. Answers `false`, and leaves all
 * as it was, where a pooler such as PgBouncer stands between: from one transaction to the next it may lead to another
 * connection, on which others rely. It is known by the process it names at the login, which is not the one that works.
 */
export const keepSettings = async (client: pg.ClientBase): Promise<boolean> => {
  const { processID } = client as pg.ClientBase & { processID: number | null }
  const { rowCount } = await client.query(
    'select set_config(name, value, false) from json_each_text($1) s (name, value) where pg_backend_pid() = $2',
    [JSON.stringify(settings), processID],
  )
  return rowCount !== 0
}
