import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { useMay, useMember } from '#web/session/session.tsx'
import { useTeam } from '#web/team/team-context.tsx'
import { showFailure } from '#web/ui/toasts/show-failure.ts'
import { toast } from '#web/ui/toasts/toast.tsx'
import { assignLeads, takeLead } from '../api-on-demand.ts'
import { refreshLeadsAfterWrite, refreshLeadsEverywhere } from '../cross-tab-refresh.ts'

type NamedLead = Pick<Lead, '_id' | 'nome' | 'negocio'>

const showAssigned = (lead: NamedLead, name: string | undefined) =>
  toast.success({ title: name ? `${leadName(lead)} agora com ${name}` : `${leadName(lead)} agora sem responsável` })

const failed = (error: unknown) => showFailure('O responsável não foi alterado', error)

/** Assigns a lead to a member, or to none, and shows the result. */
export const assignLead = async (
  queryClient: QueryClient,
  lead: NamedLead,
  to: string | null,
  names: ReadonlyMap<string, string>,
): Promise<void> => {
  try {
    await assignLeads([lead._id], to)
  } catch (error) {
    failed(error)
    void refreshLeadsEverywhere(queryClient)
    return
  }
  showAssigned(lead, names.get(to ?? ''))
  await refreshLeadsEverywhere(queryClient)
}

/** Assigns a lead to a member, or to none. `undefined` for users who may not. */
export function useAssignLead(lead: NamedLead) {
  const queryClient = useQueryClient()
  const team = useTeam()
  const mayAssign = useMay('leads.assign')
  const assigning = useMutation({
    mutationFn: (to: string | null) => assignLead(queryClient, lead, to, team?.names ?? new Map()),
    networkMode: 'always',
  })
  return team && mayAssign ? assigning : undefined
}

/** Takes a lead without a responsible member. `undefined` when there is nothing to take. */
export function useTakeLead(lead: NamedLead & Pick<Lead, 'userId'>) {
  const queryClient = useQueryClient()
  const team = useTeam()
  const mayWrite = useMay('leads.write')
  const { _id: self } = useMember()
  const taking = useMutation({
    mutationFn: () => takeLead(lead._id),
    networkMode: 'always',
    onSuccess: () => showAssigned(lead, team?.names.get(self) ?? 'você'),
    onError: failed,
    onSettled: (_result, error) => refreshLeadsAfterWrite(queryClient, error),
  })
  return (team?.mayTake ?? true) && mayWrite && lead.userId === null ? taking : undefined
}
