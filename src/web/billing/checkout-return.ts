import { createContext, useContext } from 'react'

/** How a visit stands that came back from a payment; `null` for every other. */
export type CheckoutOutcome = 'confirming' | 'confirmed' | 'unconfirmed' | null

export interface CheckoutReturn {
  outcome: CheckoutOutcome
  /** Asks again, for as long as the first time. */
  retry: () => void
  dismiss: () => void
}

const nobody: CheckoutReturn = { outcome: null, retry: () => {}, dismiss: () => {} }

export const CheckoutReturnContext = createContext(nobody)

export const useCheckoutOutcome = (): CheckoutReturn => useContext(CheckoutReturnContext)
