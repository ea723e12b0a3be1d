import { User } from './auth/user.ts'
import { planIds, subscriptionStatuses } from './billing/subscription.ts'
import { endpoint } from './endpoint.ts'
import { Lead } from './leads/lead.ts'
import type { LeadStatus } from './leads/lead-status.ts'
import { LeadFilters } from './leads/leads.ts'
import { Timestamp } from './values/date-inputs.ts'
import { IntegerParam, SearchParam } from './values/query.ts'
import { BoundedText } from './values/text.ts'
import { z } from './zod.ts'

/** Shown for an unknown owner or due date. */
export const notAvailable = 'N/A'

export const adminLeadsPageSize = 20
/** Counting stops here for a text search: an exact count over a million leads takes seconds. */
export const maxCountedMatches = 1000

const page = IntegerParam(1, 1_000_000, 1)

/** An empty value is no filter. */
export const AdminLeadFilters = z.object({
  search: LeadFilters.shape.search,
  status: LeadFilters.shape.status,
  /** Substring of the owner's e-mail. */
  email: SearchParam(254),
})
export type AdminLeadFilters = {
  search?: string | undefined
  status?: LeadStatus | undefined
  email?: string | undefined
}

export const LeadOwner = z.object({
  _id: z.uuid(),
  nome: z.string(),
  email: z.string(),
  subscription_plan: z.nullable(z.enum(planIds)),
  subscription_status: z.enum(subscriptionStatuses),
  trial_end: Timestamp,
})
export type LeadOwner = z.infer<typeof LeadOwner>

export const LeadWithOwner = z.object({
  ...Lead.shape,
  userName: z.string(),
  userEmail: z.string(),
  /** `null` for an unknown owner; name and e-mail are then 'N/A'. */
  userData: z.nullable(LeadOwner),
})
export type LeadWithOwner = z.infer<typeof LeadWithOwner>

export const Metrics = z.object({
  /** Excludes administrators. */
  totalClients: z.int(),
  activeClients: z.int(),
  /** Includes the leads of administrators, like `GET /admin/leads` without filters. */
  totalLeads: z.int(),
  /** Excludes administrators and their leads. Rounded to two decimals. */
  avgLeadsPerClient: z.number(),
  canceledClients: z.int(),
  pastDueClients: z.int(),
  /**
   * `_id` is the plan of the owner's account, `null` without a plan. Omits plans without leads; the counts add up to
   * `totalLeads`.
   */
  leadsByPlan: z.array(z.object({ _id: z.nullable(z.enum(planIds)), count: z.int() })),
  /** Backups of the embedded database; `null` with an external one. `lastVerifiedAt` is `null` without a verified backup. */
  backup: z.nullable(z.object({ lastVerifiedAt: z.nullable(Timestamp), isOverdue: z.boolean() })),
})
export type Metrics = z.infer<typeof Metrics>

export const trailActions = [
  'read-clients',
  'read-leads',
  'grant-admin',
  'revoke-admin',
  'change-subscription',
  'resend-mails',
  'discard-mails',
] as const
export type TrailAction = (typeof trailActions)[number]

export const TrailEntry = z.object({
  _id: z.uuid(),
  createdAt: Timestamp,
  /** Name and e-mail at the time of the action; `null` for a command run on the server. */
  actor: z.nullable(z.object({ _id: z.uuid(), nome: z.string(), email: z.string() })),
  action: z.enum(trailActions),
  /** E-mail of the affected user; `null` when the action affects no single user. */
  subjectEmail: z.nullable(z.string()),
  /** Filters and page for `read-leads`, search text for `read-clients`. Never contains results. */
  details: z.record(z.string(), z.string()),
  /** IP address of the request. */
  ip: z.nullable(z.string()),
})
export type TrailEntry = z.infer<typeof TrailEntry>

export const mailKinds = [
  'welcome',
  'trial-ending',
  'reset',
  'email-confirm',
  'invite',
  'member-joined',
  'ownership-received',
  'ownership-given',
  'key-created',
  'webhook-failing',
  'webhook-disabled',
  'password-changed',
  'email-changed',
  'payment-failed',
  'subscription-canceled',
  'payment-received',
  'subscription-reactivated',
  'plan-nearly-full',
  'digest',
  'backup-overdue',
  'backup-downloaded',
  'backups-ending',
  'backups-failing',
  'request-deadline',
] as const
export type MailKind = (typeof mailKinds)[number]

/**
 * `refused`: permanent error of the mail server. `exhausted`: retries failed for days. `expired`: a reset request too old
 * to send.
 */
export const mailFailures = ['refused', 'exhausted', 'expired'] as const
export type MailFailure = (typeof mailFailures)[number]

/** Undelivered mails can be resent for these days. The cleanup then deletes them with the name and e-mail that they contain. */
export { undeliveredDays } from './retention.ts'

/** Has no text: the mail worker renders a mail when it sends it. */
export const UndeliveredMail = z.object({
  _id: z.uuid(),
  kind: z.enum(mailKinds),
  recipient: z.string(),
  /** Time of the reported event, or of the last resend by an administrator. */
  createdAt: Timestamp,
  failedAt: Timestamp,
  failure: z.enum(mailFailures),
  /** Status of the mail server ("550 5.1.1") or connection error ("ECONNREFUSED"); `null` when unknown. */
  code: z.nullable(z.string()),
})
export type UndeliveredMail = z.infer<typeof UndeliveredMail>

const MailIds = z
  .array(BoundedText(36, 'Identificador inválido').check(z.uuid()))
  .check(z.minLength(1), z.maxLength(200))

export const Client = z.object({
  ...User.shape,
  /** BRL returned to the client by refunds and lost disputes. */
  returned: z.number(),
  /** Is true while a dispute is undecided. */
  disputed: z.boolean(),
})
export type Client = z.infer<typeof Client>

export const adminApi = {
  users: endpoint({
    method: 'GET',
    path: '/users/users-list',
    access: 'admin.read',
    summary: 'Clients, newest first, paginated; recorded in the trail',
    query: z.object({ page, limit: IntegerParam(1, 200, 50), search: SearchParam(100) }),
    status: 200,
    response: z.object({
      users: z.array(Client),
      total: z.int(),
      /** URL prefix of Stripe's customer pages, completed by a customer ID; `null` without payments. */
      customersUrl: z.nullable(z.string()),
    }),
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics/metrics-list',
    access: 'admin.read',
    summary: 'Numbers of clients and leads',
    status: 200,
    response: Metrics,
  }),
  revenue: endpoint({
    method: 'GET',
    path: '/revenue/revenue-list',
    access: 'admin.read',
    summary: 'Sum of paid invoices less refunds and lost disputes, in BRL',
    status: 200,
    response: z.object({ totalRevenue: z.number() }),
  }),
  leads: endpoint({
    method: 'GET',
    path: '/admin/leads',
    access: 'admin.read',
    summary: 'Leads of all accounts with their owners, newest first, paginated; recorded in the trail',
    query: z.object({
      ...AdminLeadFilters.shape,
      page,
      limit: IntegerParam(1, 200, adminLeadsPageSize),
      /** `next` or `previous` of a page with the same filters. `page` then only numbers the page. */
      cursor: z.optional(BoundedText(200, 'Cursor inválido')),
    }),
    status: 200,
    response: z.object({
      leads: z.array(LeadWithOwner),
      total: z.int(),
      /** Is true when more than `total` match. Only a text search stops counting, see `maxCountedMatches`. */
      hasMore: z.boolean(),
      /** Cursors: with one, a late page takes as long as the first. `null` for a text search and for an empty page. */
      next: z.nullable(z.string()),
      previous: z.nullable(z.string()),
    }),
  }),
  trail: endpoint({
    method: 'GET',
    path: '/admin/trail',
    access: 'admin.read',
    summary: 'Audit trail: views of clients and leads, changes of roles, subscriptions and mails, latest first',
    query: z.object({ page, limit: IntegerParam(1, 200, 20) }),
    status: 200,
    response: z.object({ entries: z.array(TrailEntry), total: z.int() }),
  }),
  mails: endpoint({
    method: 'GET',
    path: '/admin/mails',
    access: 'admin.read',
    summary: 'Undelivered mails, latest first',
    query: z.object({ page, limit: IntegerParam(1, 200, 20) }),
    status: 200,
    response: z.object({ mails: z.array(UndeliveredMail), total: z.int() }),
  }),
  resendMails: endpoint({
    method: 'POST',
    path: '/admin/mails/resend',
    access: 'admin.manage',
    summary: 'Sends undelivered mails again, all of them without `ids`; recorded in the trail',
    body: z.object({ ids: z.optional(MailIds) }),
    status: 200,
    response: z.object({ count: z.int() }),
  }),
  discardMails: endpoint({
    method: 'POST',
    path: '/admin/mails/discard',
    access: 'admin.manage',
    summary: 'Deletes undelivered mails; recorded in the trail',
    body: z.object({ ids: MailIds }),
    status: 200,
    response: z.object({ count: z.int() }),
  }),
}
