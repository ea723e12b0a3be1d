import { type ConnectionTarget, createDb, type Db } from '../db/client.ts'

/** Backups give way to everything else on the machine, so a connection of theirs may take a minute. */
export const openBackupDb = (target: ConnectionTarget): Db =>
  createDb(target, { poolSize: 1, connectionTimeoutMs: 60_000 })
