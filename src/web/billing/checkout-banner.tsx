import { lazy, Suspense } from 'react'
import { useCheckoutOutcome } from './checkout-return.ts'

// Loaded for the few visits that come back from a payment.
const CheckoutNotice = lazy(() => import('./checkout-notice.tsx'))

/** What became of a payment; for whoever does not come back from one, nothing. */
export const CheckoutBanner = ({ className }: { className?: string }) =>
  useCheckoutOutcome().outcome && (
    <div className={className}>
      <Suspense>
        <CheckoutNotice />
      </Suspense>
    </div>
  )
