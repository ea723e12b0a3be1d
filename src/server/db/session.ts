import type pg from 'pg'

/** Override settings of the URL, the role and the database. */
const settings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  statement_timeout: '15000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '15000',
  // A named statement is planned once for each connection, see `QueryRunner`.
  plan_cache_mode: 'auto',
}

/** The settings are local to the transaction. */
export const beginWithSettings = [
  'begin',
  ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`),
].join('; ')

/**
 * Applies the settings to the whole session. Returns `false` without changes behind a pooler, where the backend pid differs
 * from the pid sent at login.
 */
export const keepSettings = async (client: pg.ClientBase): Promise<boolean> => {
  const { processID } = client as pg.ClientBase & { processID: number | null }
  const { rowCount } = await client.query(
    'select set_config(name, value, false) from json_each_text($1) s (name, value) where pg_backend_pid() = $2',
    [JSON.stringify(settings), processID],
  )
  return rowCount !== 0
}
