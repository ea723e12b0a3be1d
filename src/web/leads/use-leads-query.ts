import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'

/**
 * Query that shows previous rows while loading. Offline, previous rows would pass for the requested ones, so returns
 * none and sets `needsConnection`.
 */
export const useLeadsQuery = <Answer, Key extends QueryKey>(options: UseQueryOptions<Answer, Error, Answer, Key>) => {
  const { data, error, refetch, isFetching, isLoading, isPlaceholderData, fetchStatus } = useQuery(options)
  const needsConnection = fetchStatus === 'paused' && (data === undefined || isPlaceholderData)
  return {
    data: needsConnection ? undefined : data,
    error,
    refetch,
    isFetching,
    isLoading,
    isPlaceholderData,
    needsConnection,
  }
}
