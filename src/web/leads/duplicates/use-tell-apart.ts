import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure } from '#web/ui/toasts/show-failure.ts'
import { toast } from '#web/ui/toasts/toast.tsx'
import { refreshLeadsAfterWrite } from '../cross-tab-refresh.ts'
import { type LeadPairs, takeBack, tellApart } from './api.ts'

/** Remembers that leads are no duplicates, and offers to take that back; or takes it back. */
export const useTellApart = () => {
  const queryClient = useQueryClient()
  const onSettled = (_result: unknown, error: unknown) => refreshLeadsAfterWrite(queryClient, error)

  const takingBack = useMutation({
    mutationFn: takeBack,
    networkMode: 'always',
    onSuccess: () => toast.success({ title: 'Os leads voltaram aos duplicados' }),
    onError: error => showFailure('Os leads não voltaram aos duplicados', error),
    onSettled,
  })
  const tellingApart = useMutation({
    mutationFn: tellApart,
    networkMode: 'always',
    onSuccess: (_, pairs: LeadPairs) =>
      toast.success({
        title: 'Anotado: não são duplicados',
        action: { label: 'Desfazer', onClick: () => takingBack.mutate(pairs) },
      }),
    onError: error => showFailure('Não foi possível separar os leads', error),
    onSettled,
  })
  return { takingBack, tellingApart }
}
