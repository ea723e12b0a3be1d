import { type Db, toIsoTimestamp } from '../db/client.ts'
import { type ExportedConversation, listConversations } from './store.ts'

const pageSize = 1000

/** Streams all notes and outcomes of an account, lead by lead. Reads page by page, so that a slow download holds no connection. */
export async function* streamConversations(db: Db, accountId: string): AsyncGenerator<ExportedConversation[]> {
  let page = await listConversations(db, accountId, pageSize)
  while (page.length > 0) {
    yield page.map(({ lead_id, kind, at, author, text }) => ({ lead_id, kind, at: toIsoTimestamp(at), author, text }))
    page = page.length < pageSize ? [] : await listConversations(db, accountId, pageSize, page.at(-1))
  }
}
