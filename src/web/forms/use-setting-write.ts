import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#web/ui/toasts/toast.tsx'

/** Writes a setting of the account, says `done` and refetches the settings. Callers show the failure, some beside a field. */
export function useSettingWrite<Input>(queryKey: QueryKey, write: (input: Input) => Promise<unknown>, done: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: write,
    networkMode: 'always',
    onSuccess: () => {
      toast.success({ title: done })
      return queryClient.invalidateQueries({ queryKey })
    },
  })
}
