import { setTimeout as sleep } from 'node:timers/promises'
import { move, type Target } from './far-requests.ts'
import { median } from './timing.ts'

const moves = 200

interface Relation {
  name: string
  bytes: number
}

/** Prints the bytes on disk of each table and index whose size depends on the leads, divided by their number. */
export const printSizes = async ({ server }: Target, leads: number): Promise<void> => {
  const relations = await server.services.db.rows<Relation>(
    `select c.relname as name,
            case c.relkind when 'r' then pg_table_size(c.oid) else pg_relation_size(c.oid) end as bytes
       from pg_class c where c.relkind in ('r', 'i') and c.relnamespace = 'public'::regnamespace
      order by 2 desc`,
  )
  const sum = relations.reduce((total, { bytes }) => total + bytes, 0)
  console.log(
    `${(sum / 1e9).toFixed(2)} GB, ${Math.round(sum / leads)} bytes for each of ${leads.toLocaleString('en')} leads:`,
  )
  for (const { name, bytes } of relations)
    if (bytes / leads >= 1) console.log(`  ${name.padEnd(30)} ${Math.round(bytes / leads)}`)
}

const readWal = async ({ server }: Target): Promise<number> => {
  const row = await server.services.db.row<{ bytes: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
  )
  return row?.bytes ?? 0
}

const readUpdates = async ({ server }: Target): Promise<{ all: number; hot: number }> => {
  const row = await server.services.db.row<{ all: number; hot: number }>(
    `select n_tup_upd as all, n_tup_hot_upd as hot from pg_stat_user_tables where relname = 'leads'`,
  )
  return row ?? { all: 0, hot: 0 }
}

const makeMoves = async (target: Target): Promise<{ bytes: number; times: number[] }> => {
  const before = await readWal(target)
  const times: number[] = []
  for (let round = 0; round < moves; round++) times.push(await move(target, round))
  return { bytes: (await readWal(target)) - before, times }
}

/** Idle connections report their statistics within ten seconds. */
const waitForUpdates = async (target: Target, expected: number) => {
  for (let tries = 0; tries < 60; tries++) {
    const updates = await readUpdates(target)
    if (updates.all >= expected) return updates
    await sleep(250)
  }
  return readUpdates(target)
}

/** Prints time and WAL of a move: of leads untouched since a checkpoint, and of the same leads again. */
export const printMoves = async (name: string, target: Target): Promise<void> => {
  const before = await readUpdates(target)
  await target.server.services.db.run('checkpoint')
  const first = await makeMoves(target)
  const again = await makeMoves(target)
  const after = await waitForUpdates(target, before.all + 2 * moves)
  const hotShare = (after.hot - before.hot) / Math.max(1, after.all - before.all)
  console.log(
    `${name}: a move ${median(again.times).toFixed(1)} ms and ${(again.bytes / moves / 1000).toFixed(1)} kB of WAL; the first one of a ` +
      `lead after a checkpoint ${median(first.times).toFixed(1)} ms and ${(first.bytes / moves / 1000).toFixed(1)} kB; ` +
      `HOT updates ${(hotShare * 100).toFixed(0)} %`,
  )
}
