import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { showFailure } from '#web/ui/toasts/show-failure.ts'
import { toast } from '#web/ui/toasts/toast.tsx'
import { invalidateLeads } from '../api.ts'
import { removeSampleLeads } from '../api-on-demand.ts'

/** A button that removes the sample leads. */
export default function RemoveSamples() {
  const queryClient = useQueryClient()
  const removing = useMutation({
    mutationFn: removeSampleLeads,
    networkMode: 'always',
    onSuccess: () => {
      toast.success({ title: 'Leads de exemplo removidos' })
      return invalidateLeads(queryClient)
    },
    onError: error => showFailure('Não foi possível remover os exemplos', error),
  })
  return (
    <>
      <Button size="sm" busy={removing.isPending} onClick={() => removing.mutate()}>
        Remover exemplos
      </Button>
      <SlowNote active={removing.isPending} />
    </>
  )
}
