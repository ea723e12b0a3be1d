import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { downloadLeads } from './api.ts'

/** Offers the user's leads as a file in every subscription state. */
export const LeadExport = () => {
  const downloading = useMutation({ mutationFn: downloadLeads, networkMode: 'always' })
  const running = downloading.isPending ? downloading.variables : undefined
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button icon={<Download />} busy={running === 'csv'} onClick={() => downloading.mutate('csv')}>
          Baixar planilha (CSV)
        </Button>
        <Button icon={<Download />} busy={running === 'json'} onClick={() => downloading.mutate('json')}>
          Baixar cópia (JSON)
        </Button>
      </div>
      <SlowNote active={downloading.isPending} />
      <FailureNotice title="Não foi possível baixar seus leads" error={downloading.error} />
    </div>
  )
}
