import { createContext, useContext } from 'react'
import type { PlanId } from '#contract/billing/subscription.ts'

/** Outcome of a return from checkout; `null` for any other visit. */
export type CheckoutOutcome = 'confirming' | 'confirmed' | 'pending' | 'unconfirmed' | null

export interface CheckoutReturn {
  outcome: CheckoutOutcome
  /** Target of a plan change. */
  plan: PlanId | null
  /** Restarts polling. */
  retry: () => void
  dismiss: () => void
}

export const noCheckoutReturn: CheckoutReturn = { outcome: null, plan: null, retry: () => {}, dismiss: () => {} }

export const CheckoutReturnContext = createContext(noCheckoutReturn)

export const useCheckoutOutcome = (): CheckoutReturn => useContext(CheckoutReturnContext)
