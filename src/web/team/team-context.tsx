import { queryOptions, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { TeamRole } from '#contract/team/roles.ts'
import { useMember } from '#web/session/session.tsx'
import { fetchTeamView, type TeamView } from './team-view.ts'

const TeamContext = createContext<TeamView | null>(null)

/** Prefix of all queries of the team. */
export const teamKey = ['team'] as const
export const teamViewQuery = (role: TeamRole) =>
  queryOptions({
    queryKey: [...teamKey, role],
    queryFn: ({ signal }) => fetchTeamView(role, signal),
  })

/** Returns `null` for an account with one member, which shows no responsible members. */
export const useTeam = (): TeamView | null => useContext(TeamContext)

export const TeamProvider = ({ children }: { children: ReactNode }) => {
  const { team_role } = useMember()
  // Begins before the first render is done, so that a card can be dropped on a member from the first drag on.
  usePrefetchQuery(teamViewQuery(team_role))
  const { data } = useQuery(teamViewQuery(team_role))
  return <TeamContext value={data ?? null}>{children}</TeamContext>
}
