import { Timestamp } from '../values/date-inputs.ts'
import { z } from '../zod.ts'
import { planIds } from './subscription.ts'

export const pendingPaymentMethods = ['boleto', 'pix', 'other'] as const
export type PendingPaymentMethod = (typeof pendingPaymentMethods)[number]

/** A payment that was started and has no result yet: nothing else is sold meanwhile. */
export const PendingPayment = z.object({
  plan: z.nullable(z.enum(planIds)),
  method: z.enum(pendingPaymentMethods),
  /** In centavos. */
  amount: z.int(),
  /** Until when it can be paid; `null` for an announced debit. */
  expires_at: z.nullable(Timestamp),
  /** The first payment of a subscription. It gives no access before it arrives. */
  is_first: z.boolean(),
})
export type PendingPayment = z.infer<typeof PendingPayment>
