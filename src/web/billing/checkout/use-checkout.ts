import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { billingApi } from '#contract/billing/billing.ts'
import type { PlanId } from '#contract/billing/subscription.ts'
import { call } from '#web/lib/requests/http.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useSession } from '#web/session/session.tsx'
import { plansQuery } from '../api.ts'
import { useHostedPage } from '../use-hosted-page.ts'
import { CheckoutError, checkoutErrorMessage } from './checkout-error.ts'

const priceOf = async (queryClient: QueryClient, id: PlanId): Promise<string> => {
  const { plans, configured } = await queryClient.fetchQuery({ ...plansQuery, retry: false, networkMode: 'always' })
  if (!configured) throw new CheckoutError('notConfigured')
  if (plans.length === 0) throw new CheckoutError('unavailable')
  const plan = plans.find(plan => plan.id === id)
  if (!plan) throw new CheckoutError('unknownPlan')
  if (plan.priceId === null) throw new CheckoutError('noPrice')
  return plan.priceId
}

const createCheckoutSession = async (priceId: string): Promise<string> => {
  const { origin } = window.location
  const body = {
    priceId,
    successUrl: `${origin}${paths.dashboard}?success=true`,
    cancelUrl: `${origin}${paths.subscription}?canceled=true`,
  }
  return (await call(billingApi.checkout, { body })).url
}

/** Opens the checkout, or the plan change page for a live subscription. */
export function useCheckout() {
  const queryClient = useQueryClient()
  const { reload } = useSession()
  const opening = useHostedPage(async (id: PlanId) => createCheckoutSession(await priceOf(queryClient, id)), {
    // Prices may have changed, or another tab may have subscribed. A retry needs current data.
    onError: () => {
      void queryClient.invalidateQueries({ queryKey: plansQuery.queryKey })
      void reload().catch(() => undefined)
    },
  })
  return {
    subscribe: opening.mutate,
    /** Plan with a checkout that is loading. */
    opening: opening.isPending ? opening.variables : undefined,
    failure: opening.isError ? { plan: opening.variables, text: checkoutErrorMessage(opening.error) } : undefined,
  }
}
