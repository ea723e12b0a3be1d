import type { Db } from '../db/client.ts'

/** Calls `answers` for every query. */
export const stubDatabase = (answers: () => Promise<unknown>): Db => ({
  rows: answers as Db['rows'],
  row: answers as Db['row'],
  run: answers as Db['run'],
  transaction: answers as Db['transaction'],
  transactionFrom: answers as Db['transactionFrom'],
  connections: () => ({ open: 0, idle: 0, waiting: 0 }),
  close: async () => {},
})
