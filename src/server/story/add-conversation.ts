import type { StoryEntry } from '#contract/story/story.ts'
import type { Caller } from '../auth/access.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { viewOf } from '../leads/read/visibility.ts'
import { findConversation, insertConversation, type NewConversation } from './store.ts'

/** Throws `not_found`. */
export const getConversation = async (
  db: Db,
  caller: Caller,
  leadId: string,
  id: string,
  kind: NewConversation['kind'],
): Promise<StoryEntry> => {
  const entry = await findConversation(db, viewOf(caller), leadId, id, kind)
  if (!entry) throw new AppError('not_found')
  return entry
}

/**
 * Adds a note or a contact. A client that sends the id can repeat the request and gets the stored entry. Throws `not_found` if
 * the member cannot see the lead, or the id belongs to another lead.
 */
export const addConversation = async (
  db: Db,
  caller: Caller,
  leadId: string,
  conversation: NewConversation,
): Promise<{ entry: StoryEntry; created: boolean }> => {
  const created = await insertConversation(db, viewOf(caller), caller.actor, leadId, conversation)
  if (created) db.announce(caller.accountId)
  return { entry: await getConversation(db, caller, leadId, conversation.id, conversation.kind), created }
}
