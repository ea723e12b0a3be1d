import type { Db } from '../db/client.ts'
import { type Writer, writeLeads } from './lead-writer.ts'

/**
 * Assigns those of the leads that the writer's member sees to another member, or to none with `null`. Returns the number of
 * reassigned leads. Throws `not_found` if `to` is no active member of the account.
 */
export const assignLeads = (db: Db, writer: Writer, ids: readonly string[], to: string | null): Promise<number> =>
  writeLeads(db, writer, { adds: true }, leads => leads.assign(ids, to))
