import type { Db, QueryRunner } from '../db/client.ts'

/** Returns how many blocks the queries of `work` read. They return no rows. */
export const countReadBlocks = async (db: Db, work: (db: QueryRunner) => Promise<unknown>): Promise<number> => {
  let read = 0
  const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const plan = await db.row<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    )
    const { Plan = {} } = plan?.['QUERY PLAN'][0] ?? {}
    read += (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0)
    return []
  }
  await work({ rows } as QueryRunner)
  return read
}
