import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useCheckoutOutcome } from './checkout-return.ts'

// Loaded for the few visits that come back from a payment.
const CheckoutNotice = lazyComponent(() => import('./checkout-notice.tsx'))

/** What became of a payment; for whoever does not come back from one, nothing. */
export const CheckoutBanner = ({ className }: { className?: string }) =>
  useCheckoutOutcome().outcome && (
    <div className={className}>
      <CheckoutNotice />
    </div>
  )
