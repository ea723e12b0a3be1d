import type { TeamRole } from '#contract/team/roles.ts'
import { fetchTeam } from './api.ts'

export interface TeamView {
  /** Names of the active members by id, in the order of the seats. */
  names: ReadonlyMap<string, string>
  /** Whether the user sees leads of other members. */
  seesOthers: boolean
  /** Whether the user may take a lead without a responsible member. */
  mayTake: boolean
}

/** Returns `null` for an account with one member. */
export const fetchTeamView = async (role: TeamRole, signal: AbortSignal): Promise<TeamView | null> => {
  const { members, settings } = await fetchTeam(signal)
  if (members.length < 2) return null
  const takes = role !== 'seller' || settings.sellers_take_unassigned
  return {
    names: new Map(members.map(({ _id, nome }) => [_id, nome])),
    seesOthers: takes || settings.sellers_see === 'all',
    mayTake: takes,
  }
}
