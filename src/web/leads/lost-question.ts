import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { stageOf } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'

// In the query cache, so that the question ends with the session.
const questionKey = ['lost-question'] as const

interface LostQuestion {
  /** The lead that the question is about, and the one it is about afterwards. */
  leads: readonly Lead[]
  /** Whether the user has begun to answer. */
  isAnswered: boolean
}

const noQuestion: LostQuestion = { leads: [], isAnswered: false }

const changeQuestion = (queryClient: QueryClient, change: (before: LostQuestion) => LostQuestion): void => {
  queryClient.setQueryData<LostQuestion>(questionKey, (before = noQuestion) => change(before))
}

const withdraw = (queryClient: QueryClient, id: string): void =>
  changeQuestion(queryClient, ({ leads, isAnswered }) => ({
    leads: leads.filter(({ _id }) => _id !== id),
    isAnswered: isAnswered && leads[0]?._id !== id,
  }))

/**
 * Asks why a lead was lost, if a write has just moved it to Perdido. Replaces a question that was not touched, and waits for
 * one that is being answered. Withdraws the question when the lead leaves the stage again.
 */
export const askWhyLost = (queryClient: QueryClient, lead: Lead): void => {
  if (stageOf(lead.status) !== 'perdido') withdraw(queryClient, lead._id)
  else if (lead.lostReasonId === null)
    changeQuestion(queryClient, ({ leads: [shown], isAnswered }) => ({
      leads: shown && isAnswered && shown._id !== lead._id ? [shown, lead] : [lead],
      isAnswered,
    }))
}

/** The lead whose loss is asked about, and what ends the question or holds it. */
export const useLostQuestion = () => {
  const queryClient = useQueryClient()
  const { data } = useQuery<LostQuestion>({ queryKey: questionKey, queryFn: skipToken })
  const lead = data?.leads[0]
  return (
    lead && {
      lead,
      onAnswer: () => changeQuestion(queryClient, ({ leads }) => ({ leads, isAnswered: true })),
      onClose: () => withdraw(queryClient, lead._id),
    }
  )
}
