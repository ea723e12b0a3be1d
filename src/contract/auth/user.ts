import { PendingPayment } from '../billing/pending-payment.ts'
import { planIds, subscriptionStatuses } from '../billing/subscription.ts'
import { Timestamp } from '../values/date-inputs.ts'
import { z } from '../zod.ts'

export const roles = ['admin', 'user'] as const

/** User with the subscription state of the account. */
export const User = z.object({
  _id: z.uuid(),
  nome: z.string(),
  email: z.string(),
  /** New e-mail that waits for the confirmation link. */
  pending_email: z.nullable(z.string()),
  role: z.enum(roles),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  subscription_plan: z.nullable(z.enum(planIds)),
  subscription_status: z.enum(subscriptionStatuses),
  current_period_end: z.nullable(Timestamp),
  cancel_at_period_end: z.boolean(),
  /** `null` when Stripe has no charge scheduled, or the date is unknown. */
  next_charge_at: z.nullable(Timestamp),
  /** Plan that replaces the current one at the end of the paid period, and the date of the change. */
  scheduled_plan: z.nullable(z.enum(planIds)),
  scheduled_plan_at: z.nullable(Timestamp),
  /** The payment of the current period was returned in full, so the period counts as unpaid. */
  payment_returned: z.boolean(),
  /** Absent without one. */
  pending_payment: z.optional(PendingPayment),
  is_trial: z.boolean(),
  trial_end: Timestamp,
  stripe_customer_id: z.nullable(z.string()),
  subscription: z.object({
    status: z.enum(subscriptionStatuses),
    plan: z.nullable(z.enum(planIds)),
    stripeCustomerId: z.nullable(z.string()),
    stripeSubscriptionId: z.nullable(z.string()),
  }),
})
export type User = z.infer<typeof User>

/** Cuts after `limit` characters and appends an ellipsis. */
export const truncateName = (name: string, limit: number): string => {
  const characters = [...name]
  return characters.length > limit ? `${characters.slice(0, limit).join('').trimEnd()}…` : name
}
