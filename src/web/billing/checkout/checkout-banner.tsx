import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'
import { useCheckoutOutcome } from './checkout-return.ts'

// A separate chunk, because only returns from checkout need it.
const CheckoutNotice = lazyComponent(() => import('./checkout-notice.tsx'))

/** Shows the outcome of a payment after a return from checkout. */
export const CheckoutBanner = ({ className }: { className?: string }) =>
  useCheckoutOutcome().outcome && (
    <div className={className}>
      <CheckoutNotice />
    </div>
  )
