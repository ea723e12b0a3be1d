import { queryOptions } from '@tanstack/react-query'
import type { RequestInput } from '#contract/endpoint.ts'
import { type StageLimit, stageLimitsApi } from '#contract/stage-limits/stage-limits.ts'
import { call } from '#web/lib/requests/http.ts'

const staleMs = 5 * 60_000

/** The limits change when someone sets them, and every night. */
export const stageLimitsQuery = queryOptions({
  queryKey: ['stage-limits'],
  queryFn: async ({ signal }): Promise<StageLimit[]> => (await call(stageLimitsApi.list, { signal })).limits,
  staleTime: staleMs,
  refetchOnWindowFocus: true,
})

export type StageDays = RequestInput<typeof stageLimitsApi.change>['body']['days']

export const changeStageLimits = async (days: StageDays, was: StageDays): Promise<StageLimit[]> =>
  (await call(stageLimitsApi.change, { body: { days, was } })).limits
