import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { errorMessage } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { downloadMyData } from '../api.ts'
import { RestoreLeads } from './restore-leads.tsx'

/** Exports all data of the account and restores leads. */
export const MyData = () => {
  const downloading = useMutation({ mutationFn: downloadMyData, networkMode: 'always' })
  return (
    <div className="grid justify-items-start gap-4">
      <Button icon={<Download />} busy={downloading.isPending} onClick={() => downloading.mutate()}>
        Baixar meus dados
      </Button>
      {downloading.isError && (
        <Notice tone="danger" title="Não foi possível baixar seus dados" className="w-full">
          {errorMessage(downloading.error)}
        </Notice>
      )}
      <RestoreLeads />
    </div>
  )
}
