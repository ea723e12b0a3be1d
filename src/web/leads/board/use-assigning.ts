import { useQueryClient } from '@tanstack/react-query'
import type { Lead } from '#contract/leads/leads.ts'
import { useMay } from '#web/session/session.tsx'
import { useTeam } from '#web/team/team-context.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'

/** Assigning leads by dropping their cards. */
export interface Assigning {
  /** Names of the active members by id. */
  names: ReadonlyMap<string, string>
  assign: (lead: Lead, to: string | null) => void
}

/** Returns `undefined` for users who may not assign, and in accounts with one member. */
export const useAssigning = (): Assigning | undefined => {
  const queryClient = useQueryClient()
  const team = useTeam()
  const mayAssign = useMay('leads.assign')
  if (!team || !mayAssign) return undefined
  const { names } = team
  const assign = (lead: Lead, to: string | null) =>
    void import('../lead/use-assign-lead.ts').then(
      ({ assignLead }) => assignLead(queryClient, lead, to, names),
      () => toast.error({ title: 'O responsável não foi alterado' }),
    )
  return { names, assign }
}
