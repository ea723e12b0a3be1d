import { Timestamp } from '../values/date-inputs.ts'
import { Id } from '../values/id.ts'
import { z } from '../zod.ts'

/** `missing` brings back removed leads and changes no other; `state` makes the leads what they were. */
export const restoreModes = ['missing', 'state'] as const
export const RestoreMode = z.enum(restoreModes, { error: 'Escolha o que trazer de volta' })
export type RestoreMode = z.infer<typeof RestoreMode>

export const restoreStates = [
  'checking',
  'ready',
  'copying',
  'running',
  'done',
  'canceled',
  'undoing',
  'undone',
  'failed',
] as const
export type RestoreState = (typeof restoreStates)[number]

/** States in which the server is working. */
export const workingRestoreStates: readonly RestoreState[] = ['checking', 'copying', 'running', 'undoing']

/** Typed by the owner before the mode `state`. */
export const restoreWord = 'VOLTAR'

export const RestoreCounts = z.object({
  /** Leads that are not in the account anymore, and come back. */
  returning: z.int(),
  /** Leads that get the values of the backup. Only with `state`. */
  changing: z.int(),
  /** Leads that are newer than the backup, and go to the trash. Only with `state`. */
  removing: z.int(),
  /** Leads of people who were erased. They stay as they are. */
  erased: z.int(),
})
export type RestoreCounts = z.infer<typeof RestoreCounts>

export const RestoreResult = z.extend(RestoreCounts, {
  /** Leads that were changed during the restore, and stay as they are. */
  kept: z.int(),
})
export type RestoreResult = z.infer<typeof RestoreResult>

export const RestoreUndo = z.object({
  /** Leads that are in the trash again. */
  removed: z.int(),
  /** Leads that are as they were, also those that came back from the trash. */
  restored: z.int(),
  /** Leads that were changed since the restore, or whose people were erased, and stay as they are. */
  kept: z.int(),
})
export type RestoreUndo = z.infer<typeof RestoreUndo>

export const Restore = z.object({
  _id: z.uuid(),
  backupId: z.uuid(),
  /** Time of the data. */
  backupAt: Timestamp,
  mode: RestoreMode,
  state: z.enum(restoreStates),
  createdAt: Timestamp,
  /** What it would do. Nothing is written before the start. */
  preview: z.nullable(RestoreCounts),
  total: z.int(),
  done: z.int(),
  result: RestoreResult,
  error: z.nullable(z.string()),
  finishedAt: z.nullable(Timestamp),
  undoUntil: z.nullable(Timestamp),
  undo: z.nullable(RestoreUndo),
})
export type Restore = z.infer<typeof Restore>

export const NewRestore = z.object({ backupId: Id, mode: RestoreMode })

/** `confirmation` is needed with the mode `state`. */
export const RestoreStart = z.object({
  confirmation: z.optional(z.literal(restoreWord, { error: `Digite ${restoreWord} para confirmar` })),
})
