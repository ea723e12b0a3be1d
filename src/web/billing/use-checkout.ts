import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { billingApi } from '#contract/billing.ts'
import type { PlanId } from '#contract/subscription.ts'
import { useSession } from '#web/auth/session.tsx'
import { call } from '#web/lib/http.ts'
import { paths } from '#web/lib/paths.ts'
import { plansQuery } from './api.ts'
import { CheckoutProblem, checkoutFailure } from './checkout-failure.ts'
import { useProviderPage } from './use-provider-page.ts'

const priceOf = async (queryClient: QueryClient, id: PlanId): Promise<string> => {
  const { plans, configured } = await queryClient.fetchQuery({ ...plansQuery, retry: false, networkMode: 'always' })
  if (!configured) throw new CheckoutProblem('notConfigured')
  if (plans.length === 0) throw new CheckoutProblem('unavailable')
  const plan = plans.find(plan => plan.id === id)
  if (!plan) throw new CheckoutProblem('unknownPlan')
  if (plan.priceId === null) throw new CheckoutProblem('noPrice')
  return plan.priceId
}

const askForCheckout = async (priceId: string): Promise<string> => {
  const { origin } = window.location
  const body = {
    priceId,
    successUrl: `${origin}${paths.dashboard}?success=true`,
    cancelUrl: `${origin}${paths.subscription}?canceled=true`,
  }
  return (await call(billingApi.checkout, { body })).url
}

/** Takes somebody to where a plan is paid or, with a live subscription, changed. */
export function useCheckout() {
  const queryClient = useQueryClient()
  const { reload } = useSession()
  const opening = useProviderPage(async (id: PlanId) => askForCheckout(await priceOf(queryClient, id)), {
    // Prices may have changed, or another tab may have subscribed: the next try begins from what is so now.
    onError: () => {
      void queryClient.invalidateQueries({ queryKey: plansQuery.queryKey })
      void reload().catch(() => undefined)
    },
  })
  return {
    subscribe: opening.mutate,
    /** The plan whose payment is being opened. */
    opening: opening.isPending ? opening.variables : undefined,
    failure: opening.isError ? { plan: opening.variables, text: checkoutFailure(opening.error) } : undefined,
  }
}
