import type { Db, QueryRunner } from '../db/client.ts'
import { fullSpeed, type Pace, withRest } from './pace.ts'

/**
 * Checks a started backup: amcheck on every index and table, foreign keys, totals against a recount, `lead_search` against
 * `leads`. Works with the schema of any release, and leaves no trace. Returns a line for the operator for each fault. Throws
 * what the database throws.
 */
export const findFaults = (db: Db, pace: Pace = fullSpeed): Promise<string[]> =>
  db.transaction(async tx => {
    await tx.run('set local statement_timeout = 0')
    // A rest after a long statement is longer.
    await tx.run('set local idle_in_transaction_session_timeout = 0')
    await tx.run('savepoint before_checks')
    const faults = [
      ...(await checkPages(tx, pace)),
      ...(await checkForeignKeys(tx, pace)),
      ...(await withRest(pace, () => checkTotals(tx))),
      ...(await withRest(pace, () => checkSearch(tx))),
      ...(await checkFeed(tx)),
    ]
    await tx.run('rollback to savepoint before_checks')
    return faults
  })

/** A damaged page or index raises an error. */
const checkPages = async (tx: QueryRunner, pace: Pace): Promise<string[]> => {
  if (!(await tx.row(`select from pg_available_extensions where name = 'amcheck'`))) return []
  await tx.run('create extension if not exists amcheck')
  const indexes = await tx.rows<{ name: string; kind: string }>(
    `select c.oid::regclass::text as name, am.amname as kind
       from pg_class c join pg_am am on am.oid = c.relam join pg_index i on i.indexrelid = c.oid
      where c.relkind = 'i' and c.relpersistence = 'p' and i.indisvalid and am.amname in ('btree', 'gin')`,
  )
  for (const { name, kind } of indexes) {
    const check = kind === 'btree' ? 'bt_index_check($1::regclass, true)' : 'gin_index_check($1::regclass)'
    await withRest(pace, () => tx.run(`select ${check}`, [name]))
  }
  const tables = await tx.rows<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind in ('r', 'm') and relpersistence = 'p'`,
  )
  const faults: string[] = []
  for (const { name } of tables) {
    const fault = await withRest(pace, () =>
      tx.row<{ msg: string }>('select msg from verify_heapam($1::regclass) limit 1', [name]),
    )
    if (fault) faults.push(`A tabela ${name} está danificada: ${fault.msg}.`)
  }
  return faults
}

const checkForeignKeys = async (tx: QueryRunner, pace: Pace): Promise<string[]> => {
  const keys = await tx.rows<{ name: string; child: string; parent: string; present: string; matching: string }>(
    `select c.conname as name, c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
            string_agg(format('c.%I is not null', ca.attname), ' and ') as present,
            string_agg(format('p.%I = c.%I', pa.attname, ca.attname), ' and ') as matching
       from pg_constraint c
       cross join unnest(c.conkey, c.confkey) k(child, parent)
       join pg_attribute ca on ca.attrelid = c.conrelid and ca.attnum = k.child
       join pg_attribute pa on pa.attrelid = c.confrelid and pa.attnum = k.parent
      where c.contype = 'f' group by c.oid`,
  )
  const faults: string[] = []
  for (const { name, child, parent, present, matching } of keys) {
    const text = `select from ${child} c where ${present} and not exists (select from ${parent} p where ${matching}) limit 1`
    if (await withRest(pace, () => tx.row(text))) faults.push(`Faltam linhas em ${parent} para ${child} (${name}).`)
  }
  return faults
}

const listColumns = async (tx: QueryRunner, table: string): Promise<string[]> => {
  const text = `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`
  return (await tx.rows<{ name: string }>(text, [table])).map(({ name }) => name)
}

/** Columns of `lead_totals` as a recount over leads. A backup before a migration lacks the newer ones. */
const recounts: Record<string, string> = {
  account_id: 'account_id',
  status: 'status',
  owner_key: 'owner_key(user_id)',
  count: 'count(*)',
  valor_centavos: 'sum(valor_servico_centavos)',
}

const checkTotals = async (tx: QueryRunner): Promise<string[]> => {
  const found = await listColumns(tx, 'lead_totals')
  const columns = Object.keys(recounts).filter(name => found.includes(name))
  if (columns.length === 0) return []
  const keys = columns.filter(name => !['count', 'valor_centavos'].includes(name)).map(name => recounts[name])
  const text = `with kept as (select ${columns.join(', ')} from lead_totals where count <> 0 or valor_centavos <> 0),
    counted as (select ${columns.map(name => recounts[name]).join(', ')} from leads group by ${keys.join(', ')})
    (table kept except table counted) union all (table counted except table kept) limit 1`
  return (await tx.row(text)) ? ['Os totais guardados não batem com a contagem dos leads.'] : []
}

const checkSearch = async (tx: QueryRunner): Promise<string[]> => {
  // Migration 050 builds this index once all leads are in the table.
  if (!(await tx.row(`select where to_regclass('lead_search_keys') is not null`))) return []
  const columns = await listColumns(tx, 'lead_search')
  const valuesOf = (table: string) => columns.map(name => `${table}.${name}`).join(', ')
  const text = `select from leads l full join lead_search s using (account_id, id)
                 where (${valuesOf('l')}) is distinct from (${valuesOf('s')}) limit 1`
  return (await tx.row(text)) ? ['A tabela de busca não repete os leads.'] : []
}

const checkFeed = async (tx: QueryRunner): Promise<string[]> => {
  if ((await listColumns(tx, 'live')).length === 0) return []
  const text = `select from changes c left join live l using (account_id)
                 where c.seq > coalesce(l.seq, 0) limit 1`
  return (await tx.row(text)) ? ['O registro de mudanças passa do seu contador.'] : []
}
