import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { customerTime } from '../account/clock.ts'
import { emit } from '../account/emit.ts'
import { newId } from '../account/ids.ts'
import { idOf } from '../account/state.ts'
import { newRefund } from '../objects/charge.ts'
import { newDispute } from '../objects/dispute.ts'

const chargeTime = (account: Account, charge: Stripe.Charge): number => customerTime(account, idOf(charge.customer))

interface RefundParams {
  amount: number
  reason?: Stripe.Refund.Reason | null
  metadata?: Stripe.Metadata
}

/** Refunds part or all of a charge. Invoice and subscription stay unchanged. */
export const refundCharge = (
  account: Account,
  charge: Stripe.Charge,
  { amount, reason = null, metadata = {} }: RefundParams,
): Stripe.Refund => {
  const refund = newRefund({ id: newId('re'), created: chargeTime(account, charge), amount, reason, metadata, charge })
  account.state.refunds[refund.id] = refund
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  emit(account, 'refund.created', refund)
  emit(account, 'charge.refunded', charge)
  return refund
}

/** Opens a dispute. The bank withdraws the money at once, which Stripe reports in a second event. */
export const disputeCharge = (account: Account, charge: Stripe.Charge): Stripe.Dispute => {
  const dispute = newDispute(newId('du'), chargeTime(account, charge), charge)
  account.state.disputes[dispute.id] = dispute
  charge.disputed = true
  emit(account, 'charge.dispute.created', dispute)
  emit(account, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export const isDisputeClosed = ({ status }: Stripe.Dispute): boolean => status === 'won' || status === 'lost'

/** Closes a dispute. The charge stays marked as disputed, whatever the result. */
export const closeDispute = (account: Account, dispute: Stripe.Dispute, status: 'won' | 'lost'): void => {
  dispute.status = status
  if (status === 'won') emit(account, 'charge.dispute.funds_reinstated', dispute)
  emit(account, 'charge.dispute.closed', dispute)
}
