import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { stageOf } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { stageLimitsQuery } from './api.ts'

/** Returns whether a lead is past the limit of its stage. The function is stable while the limits are. */
export const useIsStalled = (): ((lead: Pick<Lead, 'status' | 'stageSince'>) => boolean) => {
  const { data: limits } = useQuery(stageLimitsQuery)
  return useCallback(
    ({ status, stageSince }) => {
      const before = limits?.find(({ stage }) => stage === stageOf(status))?.stalledBefore
      return !!before && Date.parse(stageSince) < Date.parse(before)
    },
    [limits],
  )
}
