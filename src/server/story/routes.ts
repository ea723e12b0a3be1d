import type { storyApi } from '#contract/story/story.ts'
import type { Caller } from '../auth/access.ts'
import { AppError } from '../errors.ts'
import { idOfCreated } from '../http/idempotency.ts'
import type { Handlers } from '../http/mount.ts'
import { viewOf } from '../leads/read/visibility.ts'
import type { Services } from '../services.ts'
import { addConversation } from './add-conversation.ts'
import { changeNote } from './change-note.ts'
import { setNextStep } from './set-next-step.ts'
import { setOutcome } from './set-outcome.ts'
import { listStory } from './store.ts'
import { decodeStoryCursor, encodeStoryCursor } from './story-cursor.ts'

export const storyRoutes: Handlers<typeof storyApi, Caller, Services> = {
  list: async ({ db, caller, params, query: { show, limit, cursor } }) => {
    const after = cursor === undefined ? undefined : decodeStoryCursor(cursor)
    const found = await listStory(db, viewOf(caller), params.id, { show, limit, after })
    if (!found) throw new AppError('not_found')
    const entries = found.slice(0, limit)
    const last = entries.at(-1)
    return { entries, nextCursor: found.length > limit && last ? encodeStoryCursor(last) : null }
  },
  setNextStep: ({ db, caller, params, body }) => setNextStep(db, caller, params.id, body),
  addNote: async ({ db, now, caller, params, body, request, reply }) => {
    const id = body._id ?? (await idOfCreated({ db, now }, caller, request, body))
    const { entry, created } = await addConversation(db, caller, params.id, { kind: 'note', id, texto: body.texto })
    if (!created) reply.code(200)
    return entry
  },
  changeNote: ({ db, caller, params: { id: leadId, noteId: id }, body }) =>
    changeNote(db, caller, { leadId, id }, body.texto),
  removeNote: async ({ db, caller, params: { id: leadId, noteId: id } }) => {
    await changeNote(db, caller, { leadId, id }, null)
  },
  addContact: async ({ db, now, caller, params, body, request, reply }) => {
    const id = body._id ?? (await idOfCreated({ db, now }, caller, request, body))
    const contact = { kind: 'contact' as const, id, channel: body.channel }
    const { entry, created } = await addConversation(db, caller, params.id, contact)
    if (!created) reply.code(200)
    return entry
  },
  setOutcome: ({ db, caller, params: { id: leadId, contactId: id }, body }) =>
    setOutcome(db, caller, { leadId, id }, body.outcome),
}
