import { hashKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Lead, leadsApi } from '#contract/leads.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/http.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'
import { leadFailures, leadQuery, leadsKey, refreshLeads } from './api.ts'

/** A lead that is gone already is as good as deleted. */
const remove = async (lead: Lead): Promise<void> => {
  try {
    await call(leadsApi.remove, { params: { id: lead._id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error
  }
}

const restore = (lead: Lead) => call(leadsApi.sync, { body: { leads: [lead] } })

export interface RemoveLeadProps {
  lead: Lead
  /** Closed, the question still shows its lead while it fades away. */
  open: boolean
  onRemoved: (lead: Lead) => void
  onCancel: () => void
}

/** Asks before a lead is deleted, and offers to bring it back. */
export default function RemoveLead({ lead, open, onRemoved, onCancel }: RemoveLeadProps) {
  const queryClient = useQueryClient()

  const undo = async (removed: Lead) => {
    try {
      await restore(removed)
      announce(`${removed.nome} restaurado.`)
      await refreshLeads(queryClient)
    } catch (error) {
      toast.error({
        title: 'Erro ao restaurar leads!',
        description: messageOf(error, ''),
        action: { label: 'Tentar de novo', onClick: () => undo(removed) },
      })
    }
  }

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: remove,
    networkMode: 'always',
    onSuccess: async (_, removed) => {
      onRemoved(removed)
      toast.success({
        title: `${removed.nome} excluído`,
        action: { label: 'Desfazer', onClick: () => undo(removed) },
      })
      // All but the lead itself: its dialog may still be closing, and there is nothing to read any more.
      const gone = hashKey(leadQuery(removed._id).queryKey)
      await queryClient.invalidateQueries({ queryKey: leadsKey, predicate: ({ queryHash }) => queryHash !== gone })
    },
  })

  return (
    <ConfirmDialog
      open={open}
      title={`Excluir ${lead.nome}?`}
      text={
        <>
          <p>Tem certeza que deseja excluir este lead?</p>
          {error && (
            <p role="alert" className="mt-2 text-danger">
              {leadFailures.remove} {messageOf(error, '')}
            </p>
          )}
        </>
      }
      confirmLabel={error ? 'Tentar de novo' : 'Excluir'}
      danger
      busy={isPending}
      onConfirm={() => mutate(lead)}
      onCancel={() => {
        reset()
        onCancel()
      }}
    />
  )
}
