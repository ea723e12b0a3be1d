import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type PlanId, planIds } from '#contract/subscription.ts'
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

const without = (search: string, ...names: string[]): string => {
  const parameters = new URLSearchParams(search)
  for (const name of names) parameters.delete(name)
  return parameters.toString()
}

/** The plan that somebody went to change to; `null` for a first subscription. */
const planIn = (search: string): PlanId | null => {
  const named = new URLSearchParams(search).get('plano')
  return planIds.find(id => id === named) ?? null
}

/**
 * Whoever comes back from a payment carries `success=true`, often before the payment provider has told the server: the
 * user is read again every two seconds until the subscription is active, for about twenty; after a change of plan, which
 * the address names, until that plan is there or waits for its day. What the address says decides nothing else.
 */
export function useCheckoutReturn(isDoor: boolean): CheckoutReturn {
  const { pathname, search, hash, state: kept } = useLocation()
  const navigate = useNavigate()
  const { state, user, reload } = useSession()
  const isSignedIn = state === 'signed-in'
  const hasReturned = isSignedIn && new URLSearchParams(search).get('success') === 'true'

  /** How often the user was read again; `null` for whoever has not come back from a payment. */
  const [reads, setReads] = useState<number | null>(null)
  const [keptPlan, setKeptPlan] = useState<PlanId | null>(null)
  const plan = hasReturned ? planIn(search) : keptPlan
  const hasPlan = plan === null || user?.subscription_plan === plan || user?.scheduled_plan === plan
  const isActive = user?.subscription_status === 'active' && hasPlan
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
    if (!hasReturned) return
    begin()
    setKeptPlan(planIn(search))
  }, [hasReturned, begin, search])

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
    if (hasReturned)
      void navigate({ search: without(search, 'success', 'plano'), hash }, { replace: true, state: kept })
  }, [isSettled, isDoor, toldOn, hasReturned, pathname, search, hash, kept, navigate])

  return useMemo(
    () => ({
      outcome: toldOn === undefined || toldOn === pathname ? outcome : null,
      plan,
      retry: () => {
        reload().catch(() => undefined)
        begin()
      },
      dismiss: () => setReads(null),
    }),
    [outcome, plan, toldOn, pathname, reload, begin],
  )
}
