import type { Db } from '../db/client.ts'

/** Returns every row as text, by table. */
export const dumpDatabase = async ({ rows }: Db): Promise<Record<string, string[]>> => {
  const tables = await rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const dump: Record<string, string[]> = {}
  for (const { name } of tables) {
    const lines = await rows<{ line: string }>(`select t::text as line from ${name} t order by 1`)
    dump[name] = lines.map(({ line }) => line)
  }
  return dump
}
