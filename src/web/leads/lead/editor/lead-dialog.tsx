import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { ApiError, isNotFound } from '#web/lib/requests/api-error.ts'
import { isTransient } from '#web/lib/requests/query-client.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { invalidateOtherLeads, leadErrors, leadQuery } from '../../api.ts'
import { cachedLead } from '../../cached-lead.ts'
import { dropLead } from '../../drop-lead.ts'
import { LeadEditor } from './lead-editor.tsx'

export interface LeadDialogProps {
  /** `null` for a new lead. */
  id: string | null
  onClose: () => void
  onRemove: (lead: Lead) => void
  isQuick?: boolean
}

/** Dialog of the lead in the URL, or of a new lead. */
export default function LeadDialog({ id, ...actions }: LeadDialogProps) {
  return id === null ? <LeadEditor lead={null} {...actions} /> : <StoredLead id={id} {...actions} />
}

const StoredLead = ({ id, ...actions }: LeadDialogProps & { id: string }) => {
  const queryClient = useQueryClient()
  const [known] = useState(() => cachedLead(queryClient, id))
  // Refetch on every opening, so that the form edits the stored version.
  const query = useQuery({ ...leadQuery(id), refetchOnMount: 'always', refetchOnWindowFocus: false })
  const { data, error, fetchStatus } = query
  // Offline, a cached copy can be edited: the server rejects a save over an old version.
  const isOffline = fetchStatus === 'paused' || isTransient(error)
  // The card's data is there before the response.
  const lead = data ?? known

  const isMissing = isNotFound(error)
  useEffect(() => {
    if (!isMissing) return
    dropLead(queryClient, id)
    void invalidateOtherLeads(queryClient, id)
  }, [isMissing, queryClient, id])

  if (lead) return <LeadEditor lead={lead} isUnconfirmed={isOffline} isGone={isMissing} {...actions} />
  const isUnknown = isMissing || (error instanceof ApiError && error.code === 'validation_failed')
  return (
    <Dialog open title="Lead" onClose={actions.onClose}>
      {!error && <Spinner />}
      {isUnknown && <EmptyState kind="search" title="Lead não encontrado" text="Ele pode ter sido excluído." />}
      {error && !isUnknown && <LoadError title={leadErrors.load} query={query} />}
    </Dialog>
  )
}
