import type { ContactOutcome } from '#contract/story/contact.ts'
import type { StoryEntry } from '#contract/story/story.ts'
import type { Caller } from '../auth/access.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { viewOf } from '../leads/read/visibility.ts'
import { getConversation } from './add-conversation.ts'
import { updateOutcome } from './store.ts'

/** Says how a contact went. Throws `not_found`, or `forbidden` for a contact that another member opened. */
export const setOutcome = async (
  db: Db,
  caller: Caller,
  { leadId, id }: { leadId: string; id: string },
  outcome: ContactOutcome,
): Promise<StoryEntry> => {
  const changed = await updateOutcome(db, viewOf(caller), caller.actor, leadId, id, outcome)
  if (changed) db.announce(caller.accountId)
  const stored = await getConversation(db, caller, leadId, id, 'contact')
  if (!changed) throw new AppError('forbidden', { message: 'Só quem abriu a conversa pode dizer como foi.' })
  return stored
}
