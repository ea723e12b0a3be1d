import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AdminLeadFilters, adminApi, adminLeadsPageSize } from '#contract/admin.ts'
import { call } from '#web/lib/requests/http.ts'

export const adminErrors = {
  load: 'Erro ao carregar dados administrativos',
  users: 'Erro ao buscar usuários',
  leads: 'Erro ao buscar leads',
  trail: 'Erro ao buscar o registro de auditoria',
  mails: 'Erro ao buscar os e-mails não entregues',
  resend: 'Erro ao reenviar',
  discard: 'Erro ao descartar o e-mail',
  unknown: 'Erro desconhecido',
}

export const adminKey = ['admin'] as const

export const clientsPageSize = 20
export const trailPageSize = 10
export const mailsPageSize = 5

export const clientsQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: [...adminKey, 'clients', search, page],
    queryFn: ({ signal }) =>
      call(adminApi.users, { query: { search, page: String(page), limit: String(clientsPageSize) }, signal }),
    placeholderData: keepPreviousData,
  })

export const metricsQuery = queryOptions({
  queryKey: [...adminKey, 'metrics'],
  queryFn: ({ signal }) => call(adminApi.metrics, { signal }),
})

export const revenueQuery = queryOptions({
  queryKey: [...adminKey, 'revenue'],
  queryFn: ({ signal }) => call(adminApi.revenue, { signal }),
})

export const allLeadsQuery = (filters: AdminLeadFilters, page: number, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...adminKey, 'leads', filters, page, cursor],
    queryFn: ({ signal }) =>
      call(adminApi.leads, {
        query: { ...filters, page: String(page), limit: String(adminLeadsPageSize), ...(cursor && { cursor }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    // The trail records each request, so refetch only on demand.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const trailQuery = (page: number) =>
  queryOptions({
    queryKey: [...adminKey, 'trail', page],
    queryFn: ({ signal }) =>
      call(adminApi.trail, { query: { page: String(page), limit: String(trailPageSize) }, signal }),
    placeholderData: keepPreviousData,
    // The trail must include what the administrator has just done.
    staleTime: 0,
  })

export const mailsQuery = (page: number) =>
  queryOptions({
    queryKey: [...adminKey, 'mails', page],
    queryFn: ({ signal }) =>
      call(adminApi.mails, { query: { page: String(page), limit: String(mailsPageSize) }, signal }),
    placeholderData: keepPreviousData,
    // A mail may have failed since the last request.
    staleTime: 0,
  })

/** Resends the given mails, or all mails without `ids`. */
export const resendMails = (ids: string[] | undefined) => call(adminApi.resendMails, { body: { ids } })

export const discardMail = (id: string) => call(adminApi.discardMails, { body: { ids: [id] } })
