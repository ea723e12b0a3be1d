import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { stageOf } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'

// In the query cache, so that the question ends with the session.
const questionKey = ['lost-question'] as const

/** Asks why a lead was lost, if a write has just moved it to Perdido. Withdraws the question when the lead leaves it again. */
export const askWhyLost = (queryClient: QueryClient, lead: Lead): void => {
  if (stageOf(lead.status) === 'perdido') {
    if (lead.lostReasonId === null) queryClient.setQueryData<Lead | null>(questionKey, lead)
  } else if (queryClient.getQueryData<Lead | null>(questionKey)?._id === lead._id) {
    queryClient.setQueryData(questionKey, null)
  }
}

/** The lead whose loss is asked about, and the way to leave the question unanswered. */
export const useLostQuestion = () => {
  const queryClient = useQueryClient()
  const { data } = useQuery<Lead | null>({ queryKey: questionKey, queryFn: skipToken })
  return { lost: data ?? undefined, dismissLost: () => queryClient.setQueryData(questionKey, null) }
}
