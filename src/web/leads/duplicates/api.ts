import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { duplicatesApi } from '#contract/duplicates/duplicates.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { call } from '#web/lib/requests/http.ts'
import { leadsKey } from '../api.ts'

/** Groups of duplicates, or with `isDistinct` of leads that were told apart. */
export const duplicatesQuery = (page: number, isDistinct: boolean) =>
  queryOptions({
    queryKey: [...leadsKey, 'duplicates', isDistinct, page],
    queryFn: ({ signal }) =>
      call(duplicatesApi.list, {
        query: { page: String(page), ...(isDistinct && { distinct: 'true' as const }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export type LeadPairs = [string, string][]

/** All pairs of the leads. */
export const pairsOf = (leads: readonly Lead[]): LeadPairs =>
  leads.flatMap((one, index) => leads.slice(index + 1).map((other): [string, string] => [one._id, other._id]))

/** The pairs of one lead with each of the others. */
export const pairsWith = (lead: Lead, leads: readonly Lead[]): LeadPairs =>
  leads.filter(({ _id }) => _id !== lead._id).map((other): [string, string] => [lead._id, other._id])

export const tellApart = (pairs: LeadPairs) => call(duplicatesApi.tellApart, { body: { pairs } })
export const takeBack = (pairs: LeadPairs) => call(duplicatesApi.takeBack, { body: { pairs } })
