import type { AdminLeadFilters, adminApi } from '#contract/admin.ts'
import { toReais } from '#contract/values/money.ts'
import type { Caller } from '../auth/access.ts'
import { isOverdue, readBackupStatus } from '../backups/backup-status.ts'
import type { BillingServices } from '../billing/routes.ts'
import { sumRevenue } from '../billing/stores/invoice-store.ts'
import type { Handlers } from '../http/mount.ts'
import { countUndelivered, listUndelivered } from '../mail/undelivered.ts'
import { countTrail, insertTrailEntry, insertTrailLook, listTrail } from '../trail/store.ts'
import { listAllLeads } from './all-leads.ts'
import { decodeAllLeadsCursor } from './all-leads-cursor.ts'
import { countClients, getMetrics, listClients, type PageRange } from './store.ts'
import { discardMails, resendMails } from './undelivered-mails.ts'

const toPageRange = ({ page, limit }: { page: number; limit: number }): PageRange => ({
  limit,
  offset: (page - 1) * limit,
})

/** Details of a trail entry: active filters and the page, as texts. */
const detailsOf = (filters: AdminLeadFilters, page: number): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
  page: String(page),
})

export const adminRoutes: Handlers<typeof adminApi, Caller, BillingServices> = {
  users: async ({ db, caller, query, now, payments, request }) => {
    const { search } = query
    const [users, total] = await Promise.all([
      listClients(db, search, toPageRange(query), now()),
      countClients(db, search),
      insertTrailLook(db, {
        actor: caller.user,
        action: 'read-clients',
        details: search === undefined ? {} : { search },
        ip: request.ip,
        now: now(),
      }),
    ])
    return { users, total, customersUrl: payments?.customersUrl ?? null }
  },
  metrics: async ({ db, settings, now }) => {
    const [metrics, status] = await Promise.all([getMetrics(db), readBackupStatus(db, settings)])
    const backup = status ? { lastVerifiedAt: status.lastVerifiedAt, isOverdue: isOverdue(status, now()) } : null
    return { ...metrics, backup }
  },
  revenue: async ({ db }) => ({ totalRevenue: toReais(await sumRevenue(db)) }),
  leads: async ({ db, caller, now, request, query: { page, limit, cursor, ...filters } }) => {
    const start = cursor === undefined ? undefined : decodeAllLeadsCursor(cursor)
    const [response] = await Promise.all([
      listAllLeads(db, filters, toPageRange({ page, limit }), start),
      // Without a trail entry, the request fails and returns no leads.
      insertTrailEntry(db, {
        actor: caller.user,
        action: 'read-leads',
        details: detailsOf(filters, page),
        ip: request.ip,
        now: now(),
      }),
    ])
    return response
  },
  trail: async ({ db, query }) => {
    const { limit, offset } = toPageRange(query)
    const [entries, total] = await Promise.all([listTrail(db, limit, offset), countTrail(db)])
    return { entries, total }
  },
  mails: async ({ db, query }) => {
    const { limit, offset } = toPageRange(query)
    const [mails, total] = await Promise.all([listUndelivered(db, limit, offset), countUndelivered(db)])
    return { mails, total }
  },
  resendMails: async ({ caller, request, body, ...services }) => ({
    count: await resendMails(services, { actor: caller.user, ip: request.ip }, body.ids),
  }),
  discardMails: async ({ caller, request, body, ...services }) => ({
    count: await discardMails(services, { actor: caller.user, ip: request.ip }, body.ids),
  }),
}
