import type { Db } from '../db/client.ts'

/** Calls `answers` for every query. */
export const stubDatabase = (responses: () => Promise<unknown>): Db => ({
  rows: responses as Db['rows'],
  row: responses as Db['row'],
  run: responses as Db['run'],
  transaction: responses as Db['transaction'],
  transactionFrom: responses as Db['transactionFrom'],
  announce: () => {},
  listen: () => async () => {},
  outsideTransaction: responses as Db['outsideTransaction'],
  connections: () => ({ open: 0, idle: 0, waiting: 0 }),
  close: async () => {},
})
