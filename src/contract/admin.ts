import { Timestamp } from './dates.ts'
import { endpoint } from './endpoint.ts'
import type { LeadStatus } from './lead-status.ts'
import { Lead, LeadFilters } from './leads.ts'
import { IntegerParam, SearchParam } from './query.ts'
import { planIds, subscriptionStatuses } from './subscription.ts'
import { BoundedText } from './text.ts'
import { User } from './user.ts'
import { z } from './zod.ts'

/** What the screens say wherever something is not known: an owner, a due date. */
export const notAvailable = 'N/A'

export const adminLeadsPageSize = 20
/** A text that matches more leads than this is not counted to the end: among a million that would take seconds. */
export const maxCountedMatches = 1000

const page = IntegerParam(1, 1_000_000, 1)

/** An empty value is no filter. */
export const AdminLeadFilters = z.object({
  search: LeadFilters.shape.search,
  /** Exactly this status. */
  status: LeadFilters.shape.status,
  /** Part of the owner's e-mail. */
  email: SearchParam(254),
})
export type AdminLeadFilters = {
  search?: string | undefined
  status?: LeadStatus | undefined
  email?: string | undefined
}

/** What an administrator needs to know of a lead's owner. */
export const LeadOwner = z.object({
  _id: z.uuid(),
  nome: z.string(),
  email: z.string(),
  subscription_plan: z.nullable(z.enum(planIds)),
  subscription_status: z.enum(subscriptionStatuses),
})
export type LeadOwner = z.infer<typeof LeadOwner>

export const LeadWithOwner = z.object({
  ...Lead.shape,
  userName: z.string(),
  userEmail: z.string(),
  /** `null` when the owner is unknown; name and e-mail are then 'N/A'. */
  userData: z.nullable(LeadOwner),
})
export type LeadWithOwner = z.infer<typeof LeadWithOwner>

export const Metrics = z.object({
  /** Users who are not administrators. */
  totalClients: z.int(),
  activeClients: z.int(),
  /** Of everybody: what `GET /admin/leads` lists without filters. */
  totalLeads: z.int(),
  /** Of the clients' leads only, with two decimals: administrators' leads are in `totalLeads` but not here. */
  avgLeadsPerClient: z.number(),
  canceledClients: z.int(),
  pastDueClients: z.int(),
  /** By the plan of the owner's account, `null` without one; adds up to `totalLeads`. Plans without leads are left out. */
  leadsByPlan: z.array(z.object({ _id: z.nullable(z.enum(planIds)), count: z.int() })),
})
export type Metrics = z.infer<typeof Metrics>

/** What the trail records: an administrator's look at clients or into their leads, changed rights, and what became of mails. */
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
  /** Who did it, as they were called then; `null` for a command given on the server. */
  actor: z.nullable(z.object({ _id: z.uuid(), nome: z.string(), email: z.string() })),
  action: z.enum(trailActions),
  /** Whom it was done to, where it was one person. */
  subjectEmail: z.nullable(z.string()),
  /** What exactly: for `read-leads` the filters and the page, for `read-clients` the search; never what was found. */
  details: z.record(z.string(), z.string()),
  /** The address the request came from. */
  ip: z.nullable(z.string()),
})
export type TrailEntry = z.infer<typeof TrailEntry>

/** What is mailed, as far as it waits in the outbox. */
export const mailKinds = [
  'welcome',
  'trial-ending',
  'reset',
  'email-confirm',
  'password-changed',
  'email-changed',
  'payment-failed',
  'subscription-canceled',
] as const
export type MailKind = (typeof mailKinds)[number]

/** Refused for good by the mail server · not taken by it for days · asked for so long ago that nobody waits for it. */
export const mailFailures = ['refused', 'exhausted', 'expired'] as const
export type MailFailure = (typeof mailFailures)[number]

/** For how long a mail that was given up can still be sent; then it is removed with the name and address it holds. */
export const undeliveredDays = 90

/** A mail that was given up. Its text does not exist: it is made while sending. */
export const UndeliveredMail = z.object({
  _id: z.uuid(),
  kind: z.enum(mailKinds),
  recipient: z.string(),
  /** When it was to be sent: when what it tells happened, or when it was last sent again from here. */
  createdAt: Timestamp,
  failedAt: Timestamp,
  failure: z.enum(mailFailures),
  /** What the mail server answered ("550 5.1.1") or why there was no answer ("ECONNREFUSED"); `null` when unknown. */
  code: z.nullable(z.string()),
})
export type UndeliveredMail = z.infer<typeof UndeliveredMail>

const MailIds = z
  .array(BoundedText(36, 'Identificador inválido.').check(z.uuid()))
  .check(z.minLength(1), z.maxLength(200))

/** A client as administrators see them. */
export const Client = z.object({
  ...User.shape,
  /** BRL that they paid and got back: by refunds, and by disputes that their bank decided for them. */
  returned: z.number(),
  /** Whether their bank asks for money back, and has not decided yet. */
  disputed: z.boolean(),
})
export type Client = z.infer<typeof Client>

export const adminApi = {
  users: endpoint({
    method: 'GET',
    path: '/users/users-list',
    access: 'admin.read',
    summary: 'A page of the clients, newest first; a look at them is recorded in the trail',
    query: z.object({ page, limit: IntegerParam(1, 200, 50), search: SearchParam(100) }),
    status: 200,
    response: z.object({
      users: z.array(Client),
      total: z.int(),
      /** Followed by a customer's id, their page at the payment provider; `null` where there is none. */
      customersUrl: z.nullable(z.string()),
    }),
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics/metrics-list',
    access: 'admin.read',
    summary: 'How many clients and leads there are',
    status: 200,
    response: Metrics,
  }),
  revenue: endpoint({
    method: 'GET',
    path: '/revenue/revenue-list',
    access: 'admin.read',
    summary: 'What paid invoices add up to, less what went back by refunds and lost disputes, in BRL',
    status: 200,
    response: z.object({ totalRevenue: z.number() }),
  }),
  leads: endpoint({
    method: 'GET',
    path: '/admin/leads',
    access: 'admin.read',
    summary: 'A page of everybody’s leads with their owners, newest first; recorded in the trail',
    query: z.object({ ...AdminLeadFilters.shape, page, limit: IntegerParam(1, 200, adminLeadsPageSize) }),
    status: 200,
    response: z.object({
      leads: z.array(LeadWithOwner),
      total: z.int(),
      /** Whether there are more than `total`: only with `search`, see `maxCountedMatches`. */
      hasMore: z.boolean(),
    }),
  }),
  trail: endpoint({
    method: 'GET',
    path: '/admin/trail',
    access: 'admin.read',
    summary: 'Who looked at clients and their leads, changed roles and subscriptions or settled mails, latest first',
    query: z.object({ page, limit: IntegerParam(1, 200, 20) }),
    status: 200,
    response: z.object({ entries: z.array(TrailEntry), total: z.int() }),
  }),
  mails: endpoint({
    method: 'GET',
    path: '/admin/mails',
    access: 'admin.read',
    summary: 'Mails that were given up, latest first',
    query: z.object({ page, limit: IntegerParam(1, 200, 20) }),
    status: 200,
    response: z.object({ mails: z.array(UndeliveredMail), total: z.int() }),
  }),
  resendMails: endpoint({
    method: 'POST',
    path: '/admin/mails/resend',
    access: 'admin.manage',
    summary: 'Puts mails that were given up back into the outbox, all of them without `ids`; recorded in the trail',
    body: z.object({ ids: z.optional(MailIds) }),
    status: 200,
    /** How many there still were. */
    response: z.object({ count: z.int() }),
  }),
  discardMails: endpoint({
    method: 'POST',
    path: '/admin/mails/discard',
    access: 'admin.manage',
    summary: 'Removes mails that were given up; recorded in the trail',
    body: z.object({ ids: MailIds }),
    status: 200,
    response: z.object({ count: z.int() }),
  }),
}
