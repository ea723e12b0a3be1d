import { openStages } from '#contract/leads/lead-status.ts'
import type { stageLimitsApi } from '#contract/stage-limits/stage-limits.ts'
import type { Caller } from '../auth/access.ts'
import { lockAccount } from '../auth/account-store.ts'
import { AppError } from '../errors.ts'
import { mergeChange } from '../http/merge-change.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { findStageLimits } from './find-stage-limits.ts'
import { listChosenLimits, saveChosenLimits } from './store.ts'

const ofAccount = ({ accountId, account: { timezone } }: Caller) => ({ accountId, timezone })

export const stageLimitRoutes: Handlers<typeof stageLimitsApi, Caller, Services> = {
  list: async ({ db, caller, now }) => ({ limits: await findStageLimits(db, ofAccount(caller), now()) }),
  change: async ({ db, caller, body, now }) =>
    db.transaction(async tx => {
      if (!(await lockAccount(tx, caller.accountId))) throw new AppError('session_expired')
      const chosen = await listChosenLimits(tx, caller.accountId)
      const stored = Object.fromEntries(openStages.map(stage => [stage, chosen.get(stage) ?? null]))
      await saveChosenLimits(tx, caller.accountId, mergeChange(stored, body.days, body.was))
      return { limits: await findStageLimits(tx, ofAccount(caller), now()) }
    }),
}
