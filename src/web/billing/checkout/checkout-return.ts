import { createContext, useContext } from 'react'
import type { PlanId } from '#contract/subscription.ts'

/** How a visit stands that came back from a payment; `null` for every other. */
export type CheckoutOutcome = 'confirming' | 'confirmed' | 'unconfirmed' | null

export interface CheckoutReturn {
  outcome: CheckoutOutcome
  /** The plan that an existing subscription was to be changed to. */
  plan: PlanId | null
  /** Asks again, for as long as the first time. */
  retry: () => void
  dismiss: () => void
}

const noCheckoutReturn: CheckoutReturn = { outcome: null, plan: null, retry: () => {}, dismiss: () => {} }

export const CheckoutReturnContext = createContext(noCheckoutReturn)

export const useCheckoutOutcome = (): CheckoutReturn => useContext(CheckoutReturnContext)
