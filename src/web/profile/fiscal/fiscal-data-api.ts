import { queryOptions } from '@tanstack/react-query'
import { fiscalDataApi } from '#contract/billing/fiscal-data.ts'
import type { RequestInput } from '#contract/endpoint.ts'
import { call } from '#web/lib/requests/http.ts'

export type FiscalDataInput = RequestInput<typeof fiscalDataApi.change>['body']

export const fiscalDataQuery = queryOptions({
  queryKey: ['fiscal-data'],
  queryFn: async ({ signal }) => (await call(fiscalDataApi.find, { signal })).fiscalData,
})

export const saveFiscalData = (body: FiscalDataInput) => call(fiscalDataApi.change, { body })
