import { useMutation, useQueryClient } from '@tanstack/react-query'
import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { errorMessage, isNotFound } from '#web/lib/requests/api-error.ts'
import { announce } from '#web/ui/live-region.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { invalidateLeads, invalidateOtherLeads, leadErrors, staleLeadOf } from '../../api.ts'
import { removeLead, restoreLead } from '../../api-on-demand.ts'
import { notifyOtherTabs, refreshLeadsEverywhere } from '../../cross-tab-refresh.ts'
import { dropLead } from '../../drop-lead.ts'
import { differences, fieldLabels, formatField } from '../form/lead-conflict.ts'
import { toFormValues } from '../form/lead-values.ts'

/** Deletes the version that the user has seen. Returns `false` if the lead was already deleted. */
const remove = async ({ _id: id, version }: Lead): Promise<boolean> => {
  try {
    await removeLead(id, version)
    return true
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}

export interface RemoveLeadProps {
  lead: Lead
  /** The closed dialog shows the lead until its fade-out ends. */
  open: boolean
  onRemoved: (lead: Lead) => void
  onCancel: () => void
}

/** Confirms a deletion and offers an undo. */
export default function RemoveLead({ lead, open, onRemoved, onCancel }: RemoveLeadProps) {
  const queryClient = useQueryClient()

  const undo = async (removed: Lead) => {
    try {
      await restoreLead(removed._id)
      announce(`Lead restaurado: ${removed.nome}.`)
      await refreshLeadsEverywhere(queryClient)
    } catch (error) {
      toast.error({
        title: 'Erro ao restaurar leads!',
        description: errorMessage(error, ''),
        action: { label: 'Tentar novamente', onClick: () => undo(removed) },
      })
    }
  }

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: remove,
    networkMode: 'always',
    onSuccess: (wasDeletedHere, removed) => {
      dropLead(queryClient, removed._id)
      onRemoved(removed)
      notifyOtherTabs()
      // The version that another device deleted may be newer than this copy.
      if (wasDeletedHere) {
        toast.success({
          title: 'Lead excluído',
          description: removed.nome,
          action: { label: 'Desfazer', onClick: () => undo(removed) },
        })
      } else toast.info({ title: 'Este lead já tinha sido excluído', description: removed.nome })
      // Not awaited, so that the next lead can be deleted at once.
      void invalidateOtherLeads(queryClient, removed._id)
    },
    onError: error => {
      if (staleLeadOf(error)) invalidateLeads(queryClient)
    },
  })
  const newer = staleLeadOf(error)

  return (
    <ConfirmDialog
      open={open}
      title={`Excluir o lead ${leadName(lead)}?`}
      text={
        <>
          <p>Tem certeza que deseja excluir este lead?</p>
          <p>Logo depois, você ainda pode desfazer.</p>
          {newer && <ChangedFields before={lead} now={newer} />}
        </>
      }
      failure={error && !newer ? `${leadErrors.remove} ${errorMessage(error, '')}` : undefined}
      confirmLabel={newer ? 'Excluir mesmo assim' : error ? 'Tentar novamente' : 'Excluir'}
      cancelLabel={newer ? 'Manter o lead' : undefined}
      danger
      busy={isPending}
      onConfirm={() => mutate(newer ?? lead)}
      onCancel={() => {
        reset()
        onCancel()
      }}
    />
  )
}

/** Lists fields that changed since the user saw the lead. */
const ChangedFields = ({ before, now }: { before: Lead; now: Lead }) => {
  const [seen, current] = [toFormValues(before), toFormValues(now)]
  return (
    <div role="alert" className="mt-2 text-text">
      <p>Este lead foi alterado em outro lugar. Agora ele está assim:</p>
      <ul className="mt-1 list-disc break-words pl-5">
        {differences(seen, seen, current).map(({ field }) => (
          <li key={field}>
            {fieldLabels[field]}: {formatField(current, field)}
          </li>
        ))}
      </ul>
    </div>
  )
}
