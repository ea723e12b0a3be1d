import type { StoryEntry } from '#contract/story/story.ts'
import type { Caller } from '../auth/access.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { viewOf } from '../leads/visibility.ts'
import { findNote, insertNote, updateNote } from './store.ts'

interface Note {
  leadId: string
  id: string
}

const getNote = async (db: Db, caller: Caller, { leadId, id }: Note): Promise<StoryEntry> => {
  const note = await findNote(db, viewOf(caller), leadId, id)
  if (!note) throw new AppError('not_found')
  return note
}

/**
 * Adds a note. A client that sends the id can repeat the request and gets the stored note. Throws `not_found` if the member
 * cannot see the lead, or the id belongs to another lead.
 */
export const addNote = async (
  db: Db,
  caller: Caller,
  note: Note & { texto: string },
): Promise<{ entry: StoryEntry; created: boolean }> => {
  const created = await insertNote(db, viewOf(caller), caller.actor, note.leadId, note)
  return { entry: await getNote(db, caller, note), created }
}

/** Changes or, with `null`, removes a note. Throws `not_found`, or `forbidden` for a note that another member wrote. */
export const changeNote = async (db: Db, caller: Caller, note: Note, texto: string | null): Promise<StoryEntry> => {
  const changed = await updateNote(db, viewOf(caller), caller.actor, note.leadId, note.id, texto)
  const stored = await getNote(db, caller, note)
  if (!changed) throw new AppError('forbidden', { message: 'Só quem escreveu a nota pode editar ou excluir.' })
  return stored
}
