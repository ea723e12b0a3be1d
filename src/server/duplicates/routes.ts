import type { duplicatesApi } from '#contract/duplicates/duplicates.ts'
import type { Caller } from '../auth/access.ts'
import type { Handlers } from '../http/mount.ts'
import { viewOf } from '../leads/read/visibility.ts'
import type { Services } from '../services.ts'
import { listDuplicates } from './list-duplicates.ts'
import { mergeLeads } from './merge-leads.ts'
import { takeBack, tellApart } from './tell-apart.ts'

export const duplicateRoutes: Handlers<typeof duplicatesApi, Caller, Services> = {
  list: ({ db, caller, query: { page, distinct } }) =>
    listDuplicates(db, viewOf(caller), { page, isDistinct: distinct !== undefined }),
  tellApart: async ({ db, caller, body, now }) => ({ pairs: await tellApart(db, caller, body.pairs, now()) }),
  takeBack: async ({ db, caller, body }) => ({ pairs: await takeBack(db, caller, body.pairs) }),
  merge: ({ db, caller, params, body, now }) => mergeLeads(db, caller, params.id, body, now()),
}
