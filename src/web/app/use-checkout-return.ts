import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '#web/auth/session.tsx'
import type { CheckoutOutcome, CheckoutReturn } from '#web/billing/checkout-return.ts'

const readEveryMs = 2000
/** Twenty seconds. */
const givesUpAfter = 10

const outcomeOf = (reads: number | null, isActive: boolean): CheckoutOutcome => {
  if (reads === null) return null
  if (isActive) return 'confirmed'
  return reads < givesUpAfter ? 'confirming' : 'unconfirmed'
}

const without = (search: string, name: string): string => {
  const parameters = new URLSearchParams(search)
  parameters.delete(name)
  return parameters.toString()
}

/**
 * Whoever comes back from a payment carries `success=true`, often before the payment provider has told the server: the
 * user is read again every two seconds until the subscription is active, for about twenty. What the address says
 * decides nothing else.
 */
export function useCheckoutReturn(isDoor: boolean): CheckoutReturn {
  const { pathname, search, hash, state: kept } = useLocation()
  const navigate = useNavigate()
  const { state, user, reload } = useSession()
  const isSignedIn = state === 'signed-in'
  const isActive = user?.subscription_status === 'active'
  const hasReturned = isSignedIn && new URLSearchParams(search).get('success') === 'true'

  /** How often the user was read again; `null` for whoever has not come back from a payment. */
  const [reads, setReads] = useState<number | null>(null)
  /** The screen that has told how it went. On every other, it is old news. */
  const [toldOn, setToldOn] = useState<string>()
  // From the first render on, so that no guard sends anybody away before the first read.
  const outcome = outcomeOf(reads ?? (hasReturned ? 0 : null), isActive)
  const isSettled = outcome === 'confirmed' || outcome === 'unconfirmed'

  const begin = useCallback(() => {
    setReads(0)
    setToldOn(undefined)
  }, [])
  useEffect(() => {
    if (hasReturned) begin()
  }, [hasReturned, begin])

  // Once also with a subscription that is active already: a change of plan arrives late too.
  const isReading = isSignedIn && reads !== null && (isActive ? reads === 0 : reads < givesUpAfter)
  useEffect(() => {
    if (!isReading) return
    const timer = setTimeout(() => {
      if (reads + 1 < givesUpAfter) reload().catch(() => undefined)
      setReads(reads + 1)
    }, readEveryMs)
    return () => clearTimeout(timer)
  }, [isReading, reads, reload])

  useEffect(() => {
    if (!isSettled || isDoor) return
    if (toldOn === undefined) setToldOn(pathname)
    else if (toldOn !== pathname) setReads(null)
    // So that neither a reload nor a link that is passed on tells it again.
    if (hasReturned) void navigate({ search: without(search, 'success'), hash }, { replace: true, state: kept })
  }, [isSettled, isDoor, toldOn, hasReturned, pathname, search, hash, kept, navigate])

  return useMemo(
    () => ({
      outcome: toldOn === undefined || toldOn === pathname ? outcome : null,
      retry: () => {
        reload().catch(() => undefined)
        begin()
      },
      dismiss: () => setReads(null),
    }),
    [outcome, toldOn, pathname, reload, begin],
  )
}
