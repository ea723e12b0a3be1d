import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useMember } from '#web/session/session.tsx'
import { teamQuery } from './team-query.ts'

export interface TeamView {
  /** Names of the active members by id, in the order of the seats. */
  names: ReadonlyMap<string, string>
  /** Whether the user sees leads of other members. */
  seesOthers: boolean
  /** Whether the user may take a lead without a responsible member. */
  mayTake: boolean
}

const TeamContext = createContext<TeamView | undefined>(undefined)

/** Returns `undefined` for an account with one member, which shows no responsible members. */
export const useTeam = (): TeamView | undefined => useContext(TeamContext)

export const TeamProvider = ({ children }: { children: ReactNode }) => {
  const { team_role } = useMember()
  const { data } = useQuery(teamQuery)
  const team = useMemo((): TeamView | undefined => {
    if (!data || data.members.length < 2) return undefined
    const isSeller = team_role === 'seller'
    const { sellers_see, sellers_take_unassigned } = data.settings
    return {
      names: new Map(data.members.map(({ _id, nome }) => [_id, nome])),
      seesOthers: !isSeller || sellers_see === 'all' || sellers_take_unassigned,
      mayTake: !isSeller || sellers_take_unassigned,
    }
  }, [data, team_role])
  return <TeamContext value={team}>{children}</TeamContext>
}
