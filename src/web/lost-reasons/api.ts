import { queryOptions } from '@tanstack/react-query'
import type { Lead } from '#contract/leads/leads.ts'
import { type LostReason, type LostReasonChange, lostReasonsApi } from '#contract/lost-reasons/lost-reasons.ts'
import { call } from '#web/lib/requests/http.ts'

export const lostReasonsQuery = queryOptions({
  queryKey: ['lost-reasons'],
  queryFn: async ({ signal }): Promise<LostReason[]> => (await call(lostReasonsApi.list, { signal })).reasons,
})

export const saveLostReason = (id: string, nome: string, was?: LostReasonChange['was']): Promise<LostReason> =>
  call(lostReasonsApi.save, { params: { id }, body: { nome, ...(was && { was }) } })

export const archiveLostReason = (id: string): Promise<void> => call(lostReasonsApi.archive, { params: { id } })

export interface Loss {
  reasonId: string | null
  note: string | null
}

/** Says why a lead was lost. Throws `lead_not_lost` if it has left the stage, and `stale_lead` if another loss than `was` is stored. */
export const setLostReason = (id: string, body: Loss & { was: Loss }): Promise<Lead> =>
  call(lostReasonsApi.set, { params: { id }, body })
