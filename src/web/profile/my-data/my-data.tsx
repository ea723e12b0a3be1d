import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { downloadMyData } from '../api.ts'
import { RestoreLeads } from './restore-leads.tsx'

/** Exports the account's data and restores leads. */
export const MyData = () => {
  const downloading = useMutation({ mutationFn: downloadMyData, networkMode: 'always' })
  return (
    <div className="grid justify-items-start gap-4">
      <Button icon={<Download />} busy={downloading.isPending} onClick={() => downloading.mutate()}>
        Baixar meus dados
      </Button>
      <FailureNotice title="Não foi possível baixar seus dados" error={downloading.error} className="w-full" />
      <RestoreLeads />
    </div>
  )
}
