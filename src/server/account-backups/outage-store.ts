import type { QueryRunner } from '../db/client.ts'

/** Records that backups of the account fail. One that is recorded keeps its beginning. */
export const beginOutage = (tx: QueryRunner, accountId: string, since: Date): Promise<number> =>
  tx.run('insert into account_backup_outages (account_id, since) values ($1, $2) on conflict (account_id) do nothing', [
    accountId,
    since,
  ])

/**
 * Marks an outage that began by `since` as told; a trigger tells the owner in the app. Returns `false` if it was told already,
 * or began later.
 */
export const claimOutage = async (
  tx: QueryRunner,
  accountId: string,
  { since, now }: { since: Date; now: Date },
): Promise<boolean> =>
  (await tx.run(
    'update account_backup_outages set told_at = $3 where account_id = $1 and since <= $2 and told_at is null',
    [accountId, since, now],
  )) === 1

export const hasOutage = async (db: QueryRunner, accountId: string): Promise<boolean> =>
  (await db.row('select from account_backup_outages where account_id = $1', [accountId])) !== undefined

export const endOutage = (db: QueryRunner, accountId: string): Promise<number> =>
  db.run('delete from account_backup_outages where account_id = $1', [accountId])
