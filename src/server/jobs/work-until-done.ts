import type { Db, QueryRunner } from '../db/client.ts'
import { endJob } from './store.ts'

interface AccountWork<Row> {
  accountId: string
  /** Name of the job. */
  name: string
  /** Returns what is to be worked on next. */
  find: (db: QueryRunner, accountId: string) => Promise<Row | undefined>
  /** Brings it nearer to its end, at least by one step. */
  work: (row: Row) => Promise<void>
}

/** Works for an account, one row at a time, until none is waiting, and ends its job. */
export const workUntilDone = async <Row>(db: Db, { accountId, name, find, work }: AccountWork<Row>): Promise<void> => {
  for (;;) {
    const row = await find(db, accountId)
    if (row !== undefined) await work(row)
    else if (
      await db.transaction(tx => endJob(tx, accountId, name, async () => (await find(tx, accountId)) !== undefined))
    )
      return
  }
}
