import type { Db } from '../db/client.ts'
import { type Writer, writeLeads } from './lead-writer.ts'

/**
 * Makes a member of the account, or nobody, responsible for the leads that the writer's member sees. Returns how many changed
 * hands. Throws `not_found` when there is no such active member.
 */
export const assignLeads = (db: Db, writer: Writer, ids: readonly string[], to: string | null): Promise<number> =>
  writeLeads(db, writer, { adds: true }, leads => leads.assign(ids, to))
