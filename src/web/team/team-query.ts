import { queryOptions } from '@tanstack/react-query'
import { type Team, teamApi } from '#contract/team/team.ts'
import { call } from '#web/lib/http.ts'

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }): Promise<Team> => call(teamApi.list, { signal }),
})
