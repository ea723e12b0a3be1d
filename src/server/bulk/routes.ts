import type { bulkApi } from '#contract/bulk/bulk.ts'
import type { Caller } from '../auth/access.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { assignManyLeads, moveLeads, removeManyLeads } from './change-leads.ts'
import { undoChange } from './undo-change.ts'

export const bulkRoutes: Handlers<typeof bulkApi, Caller, Services> = {
  move: ({ db, caller, body, now }) => moveLeads(db, caller, body, now()),
  assign: ({ db, caller, body, now }) => assignManyLeads(db, caller, body, now()),
  remove: ({ db, caller, body, now }) => removeManyLeads(db, caller, body, now()),
  undo: ({ db, caller, params }) => undoChange(db, caller, params.id),
}
