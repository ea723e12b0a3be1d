import { type Entitlements, entitlements } from '#contract/billing/entitlements.ts'
import type { PlanId } from '#contract/billing/subscription.ts'
import type { supportApi } from '#contract/support/support.ts'
import type { Caller } from '../auth/access.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'

const planWithSupport: Record<Entitlements['support'], PlanId> = {
  email: 'basic',
  priority: 'pro',
  always: 'enterprise',
}

export const supportRoutes: Handlers<typeof supportApi, Caller, Services> = {
  find: async ({ caller: { user }, now, settings }) => {
    const { supportEmail = null, supportHours, supportPhone = null, trainingUrl = null } = settings
    const { support, training } = entitlements(user, now())
    const [basic, pro, enterprise] = supportHours ?? []
    const hasHours = basic !== undefined && pro !== undefined && enterprise !== undefined
    return {
      plan: planWithSupport[support],
      email: supportEmail,
      answerHours: hasHours ? { basic, pro, enterprise } : null,
      phone: support === 'always' ? supportPhone : null,
      trainingUrl: training ? trainingUrl : null,
    }
  },
}
