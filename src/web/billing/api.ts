import { queryOptions } from '@tanstack/react-query'
import type { User } from '#contract/auth/user.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { downloadFile } from '#web/lib/requests/download-file.ts'
import { call, callForBlob } from '#web/lib/requests/http.ts'

export const billingErrors = {
  invoices: 'Erro ao buscar faturas',
  history: 'Erro ao buscar histórico de assinaturas',
  cancel: 'Erro ao cancelar assinatura. Tente novamente.',
  reactivate: 'Erro ao reativar assinatura. Tente novamente.',
  portal: 'Não foi possível abrir a página de cobrança',
  fixStatus: 'Erro ao corrigir status da assinatura',
} as const

/** Prefix of all plan and payment queries. */
export const billingKey = ['billing'] as const

const plansFreshMs = 5 * 60_000

export const plansQuery = queryOptions({
  queryKey: [...billingKey, 'plans'],
  queryFn: ({ signal }) => call(billingApi.plans, { signal }),
  // An empty list means that Stripe was unavailable, so refetch on the next use.
  staleTime: ({ state }) => (state.data?.plans.length ? plansFreshMs : 0),
})

export const invoicesQuery = queryOptions({
  queryKey: [...billingKey, 'invoices'],
  queryFn: async ({ signal }) => (await call(billingApi.invoices, { signal })).invoices,
})

export const historyQuery = queryOptions({
  queryKey: [...billingKey, 'history'],
  queryFn: async ({ signal }) => (await call(billingApi.history, { signal })).subscriptions,
})

/** Number of the account's leads, for members who see all of them. */
export const leadUsageQuery = queryOptions({
  queryKey: [...billingKey, 'lead-usage'],
  queryFn: async ({ signal }) => (await call(leadsApi.stats, { query: {}, signal })).total,
})

/** Returns the URL of Stripe's customer portal. */
export const createPortalSession = async (): Promise<string> => (await call(billingApi.portal)).url

/** Returns the URL of the open invoice or the customer portal. */
export const fetchOpenInvoiceUrl = async (): Promise<string> => (await call(billingApi.openInvoice)).url

export const cancelSubscription = () => call(billingApi.cancel)
export const reactivateSubscription = () => call(billingApi.reactivate)
export const fixStatus = () => call(billingApi.fixStatus)

/** Activates a test subscription for an administrator's "Testar Assinatura". */
export const activateTestSubscription = async ({ subscription }: User): Promise<User> => {
  const body = { subscriptionId: subscription.stripeSubscriptionId, status: 'active', plan: 'pro' } as const
  return (await call(billingApi.updateStatus, { body })).user
}

/** Downloads all leads of the caller. Requires no subscription. */
export async function downloadLeads(format: 'csv' | 'json'): Promise<void> {
  const file = await callForBlob(leadsApi.export, { query: { format } })
  downloadFile(file, `leads_${toLocalDate(new Date())}.${format}`)
}
