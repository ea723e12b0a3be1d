import { useEffect, useState } from 'react'
import { billingApi, type Plan } from '#contract/billing/billing.ts'
import { defaultPlans } from '#contract/billing/plans.ts'
import { call } from '#web/lib/requests/http.ts'

/** Returns the plans for sale. Falls back to the default plans while loading and on failure. */
export const usePlans = (): readonly Plan[] => {
  const [plans, setPlans] = useState<readonly Plan[]>(defaultPlans)
  useEffect(() => {
    const leaving = new AbortController()
    call(billingApi.plans, { signal: leaving.signal })
      .then(answer => answer.plans.length > 0 && setPlans(answer.plans))
      .catch(() => undefined)
    return () => leaving.abort()
  }, [])
  return plans
}
