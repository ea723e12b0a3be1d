import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type PlanId, planIds } from '#contract/billing/subscription.ts'
import type { CheckoutOutcome, CheckoutReturn } from '#web/billing/checkout/checkout-return.ts'
import { useSession } from '#web/session/session.tsx'

const pollIntervalMs = 2000
/** Twenty seconds in total. */
const maxPolls = 10

const outcomeOf = (polls: number | null, isActive: boolean, isPending: boolean): CheckoutOutcome => {
  if (polls === null) return null
  if (isActive) return 'confirmed'
  if (isPending) return 'pending'
  return polls < maxPolls ? 'confirming' : 'unconfirmed'
}

const withoutParams = (search: string, ...names: string[]): string => {
  const parameters = new URLSearchParams(search)
  for (const name of names) parameters.delete(name)
  return parameters.toString()
}

/** Returns the plan of a plan change, or `null` for a first subscription. */
const planParam = (search: string): PlanId | null => {
  const named = new URLSearchParams(search).get('plano')
  return planIds.find(id => id === named) ?? null
}

/**
 * Polls the user for 20 seconds after a return from checkout, because webhooks may arrive later. The query string only
 * starts polling and names the plan; it grants nothing.
 */
export function useCheckoutReturn(isAuthPage: boolean): CheckoutReturn {
  const { pathname, search, hash, state: locationState } = useLocation()
  const navigate = useNavigate()
  const { state, user, reload } = useSession()
  const isSignedIn = state === 'signed-in'
  const hasReturned = isSignedIn && new URLSearchParams(search).get('success') === 'true'

  /** Number of completed polls; `null` without a return from checkout. */
  const [polls, setPolls] = useState<number | null>(null)
  const [requestedPlan, setRequestedPlan] = useState<PlanId | null>(null)
  const plan = hasReturned ? planParam(search) : requestedPlan
  const hasPlan = plan === null || user?.subscription_plan === plan || user?.scheduled_plan === plan
  const isActive = user?.subscription_status === 'active' && hasPlan
  // Money that takes days is not waited for here.
  const isPending = user?.pending_payment !== undefined
  /** Path that showed the outcome. Other pages do not repeat the notice. */
  const [shownOnPath, setShownOnPath] = useState<string>()
  // Set on the first render, so that no guard redirects before the first poll.
  const outcome = outcomeOf(polls ?? (hasReturned ? 0 : null), isActive, isPending)
  const isSettled = outcome === 'confirmed' || outcome === 'pending' || outcome === 'unconfirmed'

  const startPolling = useCallback(() => {
    setPolls(0)
    setShownOnPath(undefined)
  }, [])
  useEffect(() => {
    if (!hasReturned) return
    startPolling()
    setRequestedPlan(planParam(search))
  }, [hasReturned, startPolling, search])

  // An active subscription also needs one poll, because a plan change arrives late.
  const isPolling = isSignedIn && polls !== null && (isActive || isPending ? polls === 0 : polls < maxPolls)
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
    // Remove the parameter, so that a reload or a shared link does not repeat the notice.
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
