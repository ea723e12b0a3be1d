import { Download } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { downloadMyData } from './api.ts'
import { RestoreLeads } from './restore-leads.tsx'

/** All that is kept about oneself, to take away, and the way back for leads. */
export const MyData = () => {
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()

  const download = async () => {
    setRunning(true)
    setFailure(undefined)
    try {
      await downloadMyData()
    } catch (error) {
      setFailure(messageOf(error, 'Tente de novo em instantes.'))
    }
    setRunning(false)
  }

  return (
    <div className="grid justify-items-start gap-4">
      <Button icon={<Download />} busy={isRunning} onClick={download}>
        Baixar meus dados
      </Button>
      {failure !== undefined && (
        <Notice tone="danger" title="Não foi possível baixar os seus dados" className="w-full">
          {failure}
        </Notice>
      )}
      <RestoreLeads />
    </div>
  )
}
