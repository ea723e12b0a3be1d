import type { duplicatesApi } from '#contract/duplicates/duplicates.ts'
import type { Caller } from '../auth/access.ts'
import type { Handlers } from '../http/mount.ts'
import { viewOf } from '../leads/visibility.ts'
import type { Services } from '../services.ts'
import { listDuplicates } from './list-duplicates.ts'
import { mergeLeads } from './merge-leads.ts'

export const duplicateRoutes: Handlers<typeof duplicatesApi, Caller, Services> = {
  list: ({ db, caller, query: { page } }) => listDuplicates(db, viewOf(caller), page),
  merge: ({ db, caller, params, body, now }) => mergeLeads(db, caller, params.id, body, now()),
}
