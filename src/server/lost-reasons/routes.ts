import { type lostReasonsApi, maxLostReasons } from '#contract/lost-reasons/lost-reasons.ts'
import type { Caller } from '../auth/access.ts'
import { AppError } from '../errors.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { setLostReason } from './set-lost-reason.ts'
import { archiveLostReason, listLostReasons, saveLostReason } from './store.ts'

export const lostReasonRoutes: Handlers<typeof lostReasonsApi, Caller, Services> = {
  list: async ({ db, caller }) => ({ reasons: await listLostReasons(db, caller.accountId) }),
  save: async ({ db, caller, params, body }) => {
    const saved = await saveLostReason(db, caller.accountId, params.id, body)
    if (!saved) throw new AppError('validation_failed', { fields: { nome: `Use no máximo ${maxLostReasons} motivos` } })
    return saved
  },
  archive: async ({ db, caller, params }) => {
    if (!(await archiveLostReason(db, caller.accountId, params.id))) throw new AppError('not_found')
  },
  set: ({ db, caller, params, body }) => setLostReason(db, caller, params.id, body),
}
