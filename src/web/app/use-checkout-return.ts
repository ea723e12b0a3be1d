import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type PlanId, planIds } from '#contract/subscription.ts'
import type { CheckoutOutcome, CheckoutReturn } from '#web/billing/checkout/checkout-return.ts'
import { useSession } from '#web/session/session.tsx'

const pollIntervalMs = 2000
/** Twenty seconds. */
const maxPolls = 10

const outcomeOf = (polls: number | null, isActive: boolean): CheckoutOutcome => {
  if (polls === null) return null
  if (isActive) return 'confirmed'
  return polls < maxPolls ? 'confirming' : 'unconfirmed'
}

const withoutParams = (search: string, ...names: string[]): string => {
  const parameters = new URLSearchParams(search)
  for (const name of names) parameters.delete(name)
  return parameters.toString()
}

/** The plan that somebody went to change to; `null` for a first subscription. */
const planParam = (search: string): PlanId | null => {
  const named = new URLSearchParams(search).get('plano')
  return planIds.find(id => id === named) ?? null
}

/**
 * Whoever comes back from a payment carries `success=true`, often before the payment provider has told the server: the
 * user is read again every two seconds until the subscription is active, for about twenty; after a change of plan, which
 * the address names, until that plan is there or waits for its day. What the address says decides nothing else.
 */
export function useCheckoutReturn(isAuthPage: boolean): CheckoutReturn {
  const { pathname, search, hash, state: locationState } = useLocation()
  const navigate = useNavigate()
  const { state, user, reload } = useSession()
  const isSignedIn = state === 'signed-in'
  const hasReturned = isSignedIn && new URLSearchParams(search).get('success') === 'true'

  /** How often the user was read again; `null` for whoever has not come back from a payment. */
  const [polls, setPolls] = useState<number | null>(null)
  const [requestedPlan, setRequestedPlan] = useState<PlanId | null>(null)
  const plan = hasReturned ? planParam(search) : requestedPlan
  const hasPlan = plan === null || user?.subscription_plan === plan || user?.scheduled_plan === plan
  const isActive = user?.subscription_status === 'active' && hasPlan
  /** The screen that has told how it went. On every other, it is old news. */
  const [shownOnPath, setShownOnPath] = useState<string>()
  // From the first render on, so that no guard sends anybody away before the first read.
  const outcome = outcomeOf(polls ?? (hasReturned ? 0 : null), isActive)
  const isSettled = outcome === 'confirmed' || outcome === 'unconfirmed'

  const startPolling = useCallback(() => {
    setPolls(0)
    setShownOnPath(undefined)
  }, [])
  useEffect(() => {
    if (!hasReturned) return
    startPolling()
    setRequestedPlan(planParam(search))
  }, [hasReturned, startPolling, search])

  // Once also with a subscription that is active already: a change of plan arrives late too.
  const isPolling = isSignedIn && polls !== null && (isActive ? polls === 0 : polls < maxPolls)
  useEffect(() => {
    if (!isPolling) return
    const timer = setTimeout(() => {
      if (polls + 1 < maxPolls) reload().catch(() => undefined)
      setPolls(polls + 1)
    }, pollIntervalMs)
    return () => clearTimeout(timer)
  }, [isPolling, polls, reload])

  useEffect(() => {
    if (!isSettled || isAuthPage) return
    if (shownOnPath === undefined) setShownOnPath(pathname)
    else if (shownOnPath !== pathname) setPolls(null)
    // So that neither a reload nor a link that is passed on tells it again.
    if (hasReturned)
      void navigate(
        { search: withoutParams(search, 'success', 'plano'), hash },
        { replace: true, state: locationState },
      )
  }, [isSettled, isAuthPage, shownOnPath, hasReturned, pathname, search, hash, locationState, navigate])

  return useMemo(
    () => ({
      outcome: shownOnPath === undefined || shownOnPath === pathname ? outcome : null,
      plan,
      retry: () => {
        reload().catch(() => undefined)
        startPolling()
      },
      dismiss: () => setPolls(null),
    }),
    [outcome, plan, shownOnPath, pathname, reload, startPolling],
  )
}
