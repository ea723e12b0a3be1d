import type { AdminLeadFilters, adminApi } from '#contract/admin.ts'
import type { Caller } from '../auth/access.ts'
import type { Routes } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { countTrail, insertTrailEntry, listTrail } from '../trail/store.ts'
import { countClients, findMetrics, listAllLeads, listClients, type Window } from './store.ts'

const windowOf = ({ page, limit }: { page: number; limit: number }): Window => ({ limit, offset: (page - 1) * limit })

/** What was asked for, as texts: filters in use and the page. */
const detailsOf = (filters: AdminLeadFilters, page: number): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
  page: String(page),
})

export const adminRoutes: Routes<typeof adminApi, Caller, Services> = {
  users: async ({ db, query, now }) => {
    const [users, total] = await Promise.all([
      listClients(db, query.search, windowOf(query), now()),
      countClients(db, query.search),
    ])
    return { users, total }
  },
  metrics: ({ db }) => findMetrics(db),
  // Until there are invoices, nothing has been paid.
  revenue: () => ({ totalRevenue: 0 }),
  leads: async ({ db, caller, now, request, query: { page, limit, ...filters } }) => {
    const [answer] = await Promise.all([
      listAllLeads(db, filters, windowOf({ page, limit })),
      // A read that cannot be recorded is not answered.
      insertTrailEntry(db, {
        actor: caller.user,
        action: 'read-leads',
        details: detailsOf(filters, page),
        ip: request.ip,
        now: now(),
      }),
    ])
    return answer
  },
  trail: async ({ db, query }) => {
    const { limit, offset } = windowOf(query)
    const [entries, total] = await Promise.all([listTrail(db, limit, offset), countTrail(db)])
    return { entries, total }
  },
}
