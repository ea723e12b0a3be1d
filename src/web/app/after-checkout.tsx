import type { ReactNode } from 'react'
import type { CheckoutReturn } from '#web/billing/checkout/checkout-return.ts'
import { useCheckoutReturn } from './use-checkout-return.ts'

interface AfterCheckoutProps {
  isAuthPage: boolean
  children: (checkoutReturn: CheckoutReturn) => ReactNode
}

/** Follows a return from checkout. Loaded only then. */
export default function AfterCheckout({ isAuthPage, children }: AfterCheckoutProps) {
  return children(useCheckoutReturn(isAuthPage))
}
