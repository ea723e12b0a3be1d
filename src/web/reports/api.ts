import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Month } from '#contract/reports/report-months.ts'
import { reportsApi } from '#contract/reports/reports.ts'
import { leadsKey } from '#web/leads/api.ts'
import { call } from '#web/lib/requests/http.ts'

export interface Period {
  from: Month
  to: Month
}

/** Refetched with the leads. Without a period, the server chooses the last twelve months. */
export const salesReportQuery = (period: Period | undefined) =>
  queryOptions({
    queryKey: [...leadsKey, 'report', period ?? null],
    queryFn: ({ signal }) => call(reportsApi.sales, { query: { ...period }, signal }),
    placeholderData: keepPreviousData,
  })
