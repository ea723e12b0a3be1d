import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'

/**
 * A read whose earlier rows stay while others are on their way. Without a connection nothing is on its way, and they would
 * pass for what was asked for: then there are none, and `needsConnection` says why.
 */
export const useLeadsQuery = <Answer, Key extends QueryKey>(options: UseQueryOptions<Answer, Error, Answer, Key>) => {
  const { data, error, refetch, isFetching, isPlaceholderData, fetchStatus } = useQuery(options)
  const needsConnection = fetchStatus === 'paused' && (data === undefined || isPlaceholderData)
  return { data: needsConnection ? undefined : data, error, refetch, isFetching, isPlaceholderData, needsConnection }
}
