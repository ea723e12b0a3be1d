import { entitlements } from '#contract/billing/entitlements.ts'
import type { reportsApi } from '#contract/reports/reports.ts'
import type { Caller } from '../auth/access.ts'
import { requirePlan } from '../errors.ts'
import type { Handlers } from '../http/mount.ts'
import { viewOf } from '../leads/read/visibility.ts'
import type { Services } from '../services.ts'
import { findSalesReport } from './find-sales-report.ts'

export const reportRoutes: Handlers<typeof reportsApi, Caller, Services> = {
  sales: async ({ db, caller, now, query: { from, to } }) => {
    const held = entitlements(caller.user, now())
    requirePlan(held, 'reports')
    const period = from === undefined || to === undefined ? undefined : { from, to }
    if (period) requirePlan(held, 'reports', ({ reports }) => reports === 'by-period')
    return findSalesReport(db, viewOf(caller), { timezone: caller.account.timezone, now: now(), period })
  },
}
