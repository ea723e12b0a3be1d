import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { refetchAfterWrite } from '#web/lib/requests/query-client.ts'
import { showFailure } from '#web/ui/toasts/show-failure.ts'

interface WriteAction<Input, Result> {
  write: (input: Input) => Promise<Result>
  /** Title of the message when the write failed. */
  failed: string
  onSuccess?: (result: Result, input: Input) => unknown
  /** What is fetched again afterwards: everything when absent. */
  queryKey?: QueryKey
}

/** The write behind a button of a list: a failure is shown, and the list is fetched again either way. */
export function useWriteAction<Input = void, Result = unknown>({
  write,
  failed,
  onSuccess,
  queryKey,
}: WriteAction<Input, Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: write,
    networkMode: 'always',
    onSuccess: (result, input) => onSuccess?.(result, input),
    onError: error => showFailure(failed, error),
    onSettled: (_result, error) => refetchAfterWrite(queryClient, queryKey, error),
  })
}
