import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { refreshLeadsEverywhere } from './cross-tab-refresh.ts'

/** Refetches leads and the queries of a constant `queryKey` once the server has finished work that changes leads. */
export const useRefreshWhenDone = (isWorking: boolean, queryKey: QueryKey): void => {
  const queryClient = useQueryClient()
  const wasWorking = useRef(false)
  useEffect(() => {
    if (wasWorking.current && !isWorking) {
      void refreshLeadsEverywhere(queryClient)
      void queryClient.invalidateQueries({ queryKey })
    }
    wasWorking.current = isWorking
  }, [isWorking, queryClient, queryKey])
}
