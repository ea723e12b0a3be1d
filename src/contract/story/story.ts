import { endpoint } from '../endpoint.ts'
import { LeadId, LeadIdParams } from '../leads/lead.ts'
import { stages } from '../leads/lead-status.ts'
import { stepKinds } from '../leads/next-step.ts'
import { Timestamp } from '../values/date-inputs.ts'
import { IntegerParam } from '../values/query.ts'
import { BoundedText, RequiredText } from '../values/text.ts'
import { z } from '../zod.ts'
import { channels, contactOutcomes } from './contact.ts'
import { nextStepApi } from './next-step.ts'

export const changeKinds = [
  'created',
  'imported',
  'restored',
  'removed',
  'stage',
  'assigned',
  'value',
  'lost',
  'merged',
  'split',
] as const
export const conversationKinds = ['note', 'step', 'contact'] as const
export const storyKinds = [...changeKinds, ...conversationKinds] as const
export type StoryKind = (typeof storyKinds)[number]

/** What a story shows; without a filter, everything. */
export const storyFilters = ['conversations', 'changes'] as const
export type StoryFilter = (typeof storyFilters)[number]

const MemberName = z.object({ _id: z.uuid(), nome: z.string() })

/** One event of a lead. Fields that its kind does not use are null. */
export const StoryEntry = z.object({
  _id: z.uuid(),
  at: Timestamp,
  kind: z.enum(storyKinds),
  /** Null for what happened before stories were recorded. */
  actor: z.nullable(
    z.object({
      kind: z.enum(['user', 'key', 'form', 'system', 'import']),
      /** The member, if a member did it. */
      member: z.nullable(MemberName),
    }),
  ),
  /** With `stage` and `removed`. */
  fromStage: z.nullable(z.enum(stages)),
  /** With `stage`, and where a lead begins, if that is known. */
  toStage: z.nullable(z.enum(stages)),
  /** When the lead entered `fromStage`. */
  fromSince: z.nullable(Timestamp),
  /** False if the lead was in `fromStage` already before `fromSince`. */
  isFromSinceExact: z.nullable(z.boolean()),
  /** Responsible members before and after; null where nobody was. */
  fromMember: z.nullable(MemberName),
  toMember: z.nullable(MemberName),
  /** BRL before and after. */
  fromValor: z.nullable(z.number()),
  toValor: z.nullable(z.number()),
  /** With `step`: the finished step and the day it was due. */
  stepKind: z.nullable(z.enum(stepKinds)),
  stepDay: z.nullable(z.string()),
  /** With `lost`: the reason, if one was given. */
  lostReason: z.nullable(z.string()),
  /** With `contact`: what was opened, and how it went, once that was said. */
  channel: z.nullable(z.enum(channels)),
  outcome: z.nullable(z.enum(contactOutcomes)),
  /** Text of a note, null once removed; with `step`, its outcome; with `lost`, the note about the loss. */
  texto: z.nullable(z.string()),
  editedAt: z.nullable(Timestamp),
  removedAt: z.nullable(Timestamp),
})
export type StoryEntry = z.infer<typeof StoryEntry>

export const StoryPage = z.object({ entries: z.array(StoryEntry), nextCursor: z.nullable(z.string()) })
export type StoryPage = z.infer<typeof StoryPage>

export const storyPageSize = 30
export const maxNoteLength = 10_000
const noteText = RequiredText(maxNoteLength, 'Escreva a nota')

/** Body of a changed note; the web form validates with it. */
export const NoteForm = z.object({ texto: noteText })
export type NoteForm = z.output<typeof NoteForm>

const NoteParams = z.object({ id: LeadId, noteId: LeadId })
const ContactParams = z.object({ id: LeadId, contactId: LeadId })

export const storyApi = {
  ...nextStepApi,
  list: endpoint({
    method: 'GET',
    path: '/leads/:id/story',
    access: 'leads.read',
    summary: 'What happened to a lead and what was noted about it, newest first',
    params: LeadIdParams,
    query: z.object({
      show: z.optional(z.enum(storyFilters, { error: 'Este filtro não existe' })),
      limit: IntegerParam(1, 100, storyPageSize),
      cursor: z.optional(BoundedText(200, 'Cursor inválido')),
    }),
    status: 200,
    response: StoryPage,
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/leads/:id/notes',
    access: 'leads.write',
    summary: 'Adds a note to a lead; returns 200 and the stored note if the _id exists',
    params: LeadIdParams,
    body: z.object({ _id: z.optional(LeadId), texto: noteText }),
    status: 201,
    response: StoryEntry,
  }),
  changeNote: endpoint({
    method: 'PATCH',
    path: '/leads/:id/notes/:noteId',
    access: 'leads.write',
    summary: 'Changes the text of a note of one’s own; brings back a removed note',
    params: NoteParams,
    body: NoteForm,
    status: 200,
    response: StoryEntry,
  }),
  removeNote: endpoint({
    method: 'DELETE',
    path: '/leads/:id/notes/:noteId',
    access: 'leads.write',
    summary: 'Erases the text of a note of one’s own',
    params: NoteParams,
    status: 204,
  }),
  addContact: endpoint({
    method: 'POST',
    path: '/leads/:id/contacts',
    access: 'leads.write',
    summary: 'Tells that a conversation with a lead was opened; returns 200 and the stored entry if the _id exists',
    params: LeadIdParams,
    body: z.object({ _id: z.optional(LeadId), channel: z.enum(channels, { error: 'Este canal não existe' }) }),
    status: 201,
    response: StoryEntry,
  }),
  setOutcome: endpoint({
    method: 'PUT',
    path: '/leads/:id/contacts/:contactId/outcome',
    access: 'leads.write',
    summary: 'Says how a contact of one’s own went',
    params: ContactParams,
    body: z.object({ outcome: z.enum(contactOutcomes, { error: 'Este resultado não existe' }) }),
    status: 200,
    response: StoryEntry,
  }),
}
