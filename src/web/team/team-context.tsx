import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { TeamRole } from '#contract/team/roles.ts'
import { useMember } from '#web/session/session.tsx'
import type { TeamView } from './team-view.ts'

const TeamContext = createContext<TeamView | null>(null)

/** Prefix of all queries of the team. */
export const teamKey = ['team'] as const
export const teamViewKey = (role: TeamRole) => [...teamKey, role] as const

/** Returns `null` for an account with one member, which shows no responsible members. */
export const useTeam = (): TeamView | null => useContext(TeamContext)

export const TeamProvider = ({ children }: { children: ReactNode }) => {
  const { team_role } = useMember()
  const { data } = useQuery({
    queryKey: teamViewKey(team_role),
    // The dashboard loads the endpoint after its own code.
    queryFn: async ({ signal }) => (await import('./team-view.ts')).fetchTeamView(team_role, signal),
  })
  return <TeamContext value={data ?? null}>{children}</TeamContext>
}
