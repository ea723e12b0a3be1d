import { hasAccess } from '#contract/billing/subscription.ts'
import { findUser, toUser } from '../auth/store.ts'
import type { QueryRunner } from '../db/client.ts'
import type { Writer } from '../leads/write/lead-writer.ts'
import type { ImportRow } from './store.ts'

export interface ImportWriter extends Writer {
  user: NonNullable<Writer['user']>
  timezone: string
  /** Whether the account may still change leads. */
  mayWrite: boolean
}

/**
 * Writes leads as the import. They go to the member who began it, or to the owner once that member has left. Read it for each
 * batch, so that a downgrade takes effect at once.
 */
export const findImportWriter = async (db: QueryRunner, row: ImportRow, now: Date): Promise<ImportWriter> => {
  const heir = await db.row<{ id: string }>(
    `select id from users where account_id = $1 and status = 'active' and (id = $2 or team_role = 'owner')
      order by (id = $2) desc limit 1`,
    [row.account_id, row.created_by],
  )
  const member = heir && (await findUser(db, row.account_id, heir.id))
  if (!member) throw new Error('the account of an import has no owner')
  const user = toUser(member, now)
  return {
    accountId: row.account_id,
    actor: { kind: 'import', id: row.id },
    userId: member.id,
    user,
    timezone: member.timezone,
    mayWrite: hasAccess(user, now),
  }
}
