import { useEffect, useState } from 'react'
import { billingApi, defaultPlans, type Plan } from '#contract/billing.ts'
import { call } from '#web/lib/http.ts'

/** The plans on sale; until the server has named them, and when it cannot, those it would name by itself. */
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
