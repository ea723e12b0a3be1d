import { Download } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { downloadLeads, type ExportFormat } from './api.ts'

/** One's own leads as a file, whatever the state of the subscription. */
export const LeadExport = () => {
  const [running, setRunning] = useState<ExportFormat>()
  const [failure, setFailure] = useState<string>()

  const download = async (format: ExportFormat) => {
    setRunning(format)
    setFailure(undefined)
    try {
      await downloadLeads(format)
    } catch (error) {
      setFailure(messageOf(error, 'Tente de novo em instantes.'))
    }
    setRunning(undefined)
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button icon={<Download />} busy={running === 'csv'} onClick={() => download('csv')}>
          Baixar em CSV
        </Button>
        <Button icon={<Download />} busy={running === 'json'} onClick={() => download('json')}>
          Baixar em JSON
        </Button>
      </div>
      {failure !== undefined && (
        <Notice tone="danger" title="Não foi possível baixar os seus leads">
          {failure}
        </Notice>
      )}
    </div>
  )
}
