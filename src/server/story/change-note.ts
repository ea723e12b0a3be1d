import type { StoryEntry } from '#contract/story/story.ts'
import type { Caller } from '../auth/access.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { viewOf } from '../leads/read/visibility.ts'
import { getConversation } from './add-conversation.ts'
import { updateNote } from './store.ts'

/** Changes or, with `null`, removes a note. Throws `not_found`, or `forbidden` for a note that another member wrote. */
export const changeNote = async (
  db: Db,
  caller: Caller,
  { leadId, id }: { leadId: string; id: string },
  texto: string | null,
): Promise<StoryEntry> => {
  const changed = await updateNote(db, viewOf(caller), caller.actor, leadId, id, texto)
  if (changed) db.announce(caller.accountId)
  const stored = await getConversation(db, caller, leadId, id, 'note')
  if (!changed) throw new AppError('forbidden', { message: 'Só quem escreveu a nota pode editar ou excluir.' })
  return stored
}
