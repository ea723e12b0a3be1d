import { queryOptions } from '@tanstack/react-query'
import { billingApi } from '#contract/billing.ts'
import { toLocalDate } from '#contract/dates.ts'
import { leadsApi } from '#contract/leads.ts'
import type { User } from '#contract/user.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { call, callForBlob } from '#web/lib/http.ts'

export const billingErrors = {
  invoices: 'Erro ao buscar faturas',
  history: 'Erro ao buscar histórico de assinaturas',
  cancel: 'Erro ao cancelar assinatura. Tente novamente.',
  reactivate: 'Erro ao reativar assinatura. Tente novamente.',
  portal: 'Não foi possível abrir a página de cobrança',
  fixStatus: 'Erro ao corrigir status da assinatura',
} as const

/** Every read about plans and payments lives under this key. */
export const billingKey = ['billing'] as const

const plansFreshMs = 5 * 60_000

export const plansQuery = queryOptions({
  queryKey: [...billingKey, 'plans'],
  queryFn: ({ signal }) => call(billingApi.plans, { signal }),
  // An empty list says that the provider could not be asked, which may pass at any moment.
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

/** The provider's page for card and billing data. */
export const createPortalSession = async (): Promise<string> => (await call(billingApi.portal)).url

/** The provider's page for what the subscription owes. */
export const fetchOpenInvoiceUrl = async (): Promise<string> => (await call(billingApi.openInvoice)).url

export const cancelSubscription = () => call(billingApi.cancel)
export const reactivateSubscription = () => call(billingApi.reactivate)
export const fixStatus = () => call(billingApi.fixStatus)

/** What an administrator's "Testar Assinatura" asks for. */
export const activateTestSubscription = async ({ subscription }: User): Promise<User> => {
  const body = { subscriptionId: subscription.stripeSubscriptionId, status: 'active', plan: 'pro' } as const
  return (await call(billingApi.updateStatus, { body })).user
}

/** Downloads all of the caller's leads, which needs no subscription. */
export async function downloadLeads(format: 'csv' | 'json'): Promise<void> {
  const file = await callForBlob(leadsApi.export, { query: { format } })
  downloadFile(file, `leads_${toLocalDate(new Date())}.${format}`)
}
