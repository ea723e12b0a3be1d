import { useQuery } from '@tanstack/react-query'
import type { Lead } from '#contract/leads.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { leadFailures, leadQuery } from './api.ts'
import { LeadEditor } from './lead-editor.tsx'

export interface LeadDialogProps {
  /** `null` for a new lead. */
  id: string | null
  onClose: () => void
  onRemove: (lead: Lead) => void
}

/** The lead of the address, or a new one. */
export default function LeadDialog({ id, ...actions }: LeadDialogProps) {
  return id === null ? <LeadEditor lead={null} {...actions} /> : <StoredLead id={id} {...actions} />
}

const StoredLead = ({ id, ...actions }: LeadDialogProps & { id: string }) => {
  // Read anew at every opening: what is edited must be what is stored.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...leadQuery(id),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
  if (data && isFetchedAfterMount) return <LeadEditor lead={data} {...actions} />
  const isGone = error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation_failed')
  return (
    <Dialog open title="Lead" onClose={actions.onClose}>
      {!error && <Spinner />}
      {isGone && <EmptyState kind="search" title="Lead não encontrado" text="Ele pode ter sido excluído." />}
      {error && !isGone && (
        <EmptyState
          kind="error"
          title={leadFailures.load}
          text={messageOf(error, '')}
          actions={<Button onClick={() => refetch()}>Tentar novamente</Button>}
        />
      )}
    </Dialog>
  )
}
