import { MessageResponse } from '../auth/auth.ts'
import { User } from '../auth/user.ts'
import { endpoint } from '../endpoint.ts'
import { Timestamp } from '../values/date-inputs.ts'
import { BoundedText } from '../values/text.ts'
import { z } from '../zod.ts'
import { planIds, subscriptionStatuses } from './subscription.ts'

export const Plan = z.object({
  id: z.enum(planIds),
  name: z.string(),
  /** BRL per month. */
  price: z.number(),
  interval: z.literal('month'),
  /** Stripe price ID; `null` when unknown, which disables subscribing. */
  priceId: z.nullable(z.string()),
  features: z.array(z.string()),
  popular: z.boolean(),
})
export type Plan = z.infer<typeof Plan>

/** `sandbox`: the local Stripe sandbox. `test`: Stripe in test mode, without money. */
const paymentModes = ['live', 'test', 'sandbox'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** What the operator may offer in the checkout. */
export const paymentMethods = ['card', 'boleto', 'pix'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const invoiceStatuses = ['paid', 'open', 'draft', 'void'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

export const invoiceStatusLabels: Record<InvoiceStatus, string> = {
  paid: 'Pago',
  open: 'Aberto',
  draft: 'Rascunho',
  void: 'Anulado',
}

export const Invoice = z.object({
  id: z.string(),
  /** `null` for a draft. */
  number: z.nullable(z.string()),
  /** Unix seconds. */
  created: z.int(),
  /** Amounts in the currency's smallest unit. */
  amount_due: z.int(),
  amount_paid: z.int(),
  /** Portion of `amount_paid` returned by refunds or lost disputes. */
  amount_returned: z.int(),
  currency: z.string(),
  status: z.enum(invoiceStatuses),
  /** Stripe-hosted pages; `null` for a draft and while Stripe is unavailable. */
  hosted_invoice_url: z.nullable(z.string()),
  invoice_pdf: z.nullable(z.string()),
})
export type Invoice = z.infer<typeof Invoice>

export const SubscriptionRecord = z.object({
  /** Stripe subscription ID. */
  id: z.string(),
  local_id: z.uuid(),
  plan: z.nullable(z.enum(planIds)),
  status: z.enum(subscriptionStatuses),
  current_period_start: z.nullable(Timestamp),
  current_period_end: z.nullable(Timestamp),
  createdAt: Timestamp,
  /** Is true for both kinds of scheduled cancellation in Stripe: at period end and at a date. */
  cancel_at_period_end: z.boolean(),
  cancel_at: z.nullable(Timestamp),
})
export type SubscriptionRecord = z.infer<typeof SubscriptionRecord>

const missingPrice = 'ID do preço é obrigatório'

/** Smaller in the bundle than zod's URL check. The server checks the origin. */
const PageUrl = BoundedText(2000, 'Informe um endereço').check(
  z.regex(/^https?:\/\/\S+$/, { error: 'Informe um endereço' }),
)

export const CheckoutForm = z.object({
  priceId: BoundedText(255, missingPrice).check(z.minLength(1, { error: missingPrice })),
  successUrl: PageUrl,
  cancelUrl: PageUrl,
})
export type CheckoutForm = z.infer<typeof CheckoutForm>

const HostedPage = z.object({ sessionId: z.string(), url: z.string() })

const SubscriptionResponse = z.object({ ...MessageResponse.shape, user: User })

/** Status and plan in Portuguese before and after the sync, such as "Ativo, Profissional". */
export const SubscriptionChange = z.object({ email: z.string(), before: z.string(), after: z.string() })
export type SubscriptionChange = z.infer<typeof SubscriptionChange>

export const billingMessages = {
  canceled: 'Assinatura cancelada com sucesso.',
  reactivated: 'Assinatura reativada com sucesso.',
  fixed: 'Status corrigido com sucesso!',
} as const

export const billingApi = {
  plans: endpoint({
    method: 'GET',
    path: '/stripe/plans',
    access: 'public',
    summary: 'Plans with Stripe prices; an empty list while Stripe is unavailable',
    status: 200,
    response: z.object({
      plans: z.array(Plan),
      configured: z.boolean(),
      mode: z.enum(paymentModes),
      methods: z.optional(z.array(z.enum(paymentMethods))),
    }),
  }),
  checkout: endpoint({
    method: 'POST',
    path: '/stripe/create-checkout-session',
    access: 'billing.manage',
    summary: 'URL of the Stripe page to subscribe to a plan, or to change the plan of a live subscription',
    body: CheckoutForm,
    callsPaymentProvider: true,
    status: 200,
    response: HostedPage,
  }),
  portal: endpoint({
    method: 'POST',
    path: '/stripe/create-portal-session',
    access: 'billing.manage',
    summary: 'URL of the Stripe page for card, invoices and cancellation',
    callsPaymentProvider: true,
    status: 200,
    response: z.object({ url: z.string() }),
  }),
  openInvoice: endpoint({
    method: 'POST',
    path: '/stripe/open-invoice',
    access: 'billing.manage',
    summary: 'URL of the Stripe page to pay an overdue invoice',
    callsPaymentProvider: true,
    status: 200,
    response: z.object({ url: z.string() }),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/stripe/cancel-subscription',
    access: 'billing.manage',
    summary: 'Cancels the subscription at the end of the paid period',
    callsPaymentProvider: true,
    status: 200,
    response: SubscriptionResponse,
  }),
  reactivate: endpoint({
    method: 'POST',
    path: '/stripe/reactivate-subscription',
    access: 'billing.manage',
    summary: 'Undoes a scheduled cancellation',
    callsPaymentProvider: true,
    status: 200,
    response: SubscriptionResponse,
  }),
  invoices: endpoint({
    method: 'GET',
    path: '/stripe/invoices',
    access: 'billing.read',
    summary: 'Invoices, newest first',
    status: 200,
    response: z.object({ invoices: z.array(Invoice) }),
  }),
  history: endpoint({
    method: 'GET',
    path: '/auth/subscription-history',
    access: 'billing.read',
    summary: 'All subscriptions, also ended ones, newest first',
    status: 200,
    response: z.object({ subscriptions: z.array(SubscriptionRecord) }),
  }),
  fixStatus: endpoint({
    method: 'POST',
    path: '/auth/fix-subscription-status',
    access: 'admin.manage',
    summary: 'Syncs customers with Stripe, least recently synced first',
    callsPaymentProvider: true,
    status: 200,
    response: z.object({ ...SubscriptionResponse.shape, checked: z.int(), changed: z.array(SubscriptionChange) }),
  }),
  updateStatus: endpoint({
    method: 'POST',
    path: '/stripe/update-subscription-status',
    access: 'admin.manage',
    summary: 'In the sandbox, sets the caller’s own subscription; otherwise syncs the named one with Stripe',
    body: z.object({
      subscriptionId: z.nullable(BoundedText(255, 'Informe um texto')),
      status: z.enum(subscriptionStatuses),
      plan: z.enum(planIds),
    }),
    callsPaymentProvider: true,
    status: 200,
    response: z.object({ user: User }),
  }),
  webhook: endpoint({
    method: 'POST',
    path: '/stripe/webhook',
    access: 'public',
    summary: 'Webhook for signed Stripe events',
    rawBody: true,
    bodyLimit: 1024 * 1024,
    callsPaymentProvider: true,
    status: 200,
    response: z.object({ received: z.boolean() }),
  }),
}
