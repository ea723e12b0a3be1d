import { useMutation } from '@tanstack/react-query'
import { FileJson, FileSpreadsheet, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ExportFormat } from '#contract/leads/leads.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { downloadFile } from '#web/lib/requests/download-file.ts'
import type { MenuItem } from '#web/ui/overlays/menu.tsx'
import { showFailure } from '#web/ui/toasts/show-failure.ts'

const formats: { format: ExportFormat; label: string; icon: ReactNode }[] = [
  { format: 'csv', label: 'Exportar CSV (Excel)', icon: <FileText /> },
  { format: 'xlsx', label: 'Exportar XLSX', icon: <FileSpreadsheet /> },
  { format: 'json', label: 'Exportar JSON', icon: <FileJson /> },
]

/** Returns menu items that download a file of leads in each format. */
export const useExportItems = (load: (format: ExportFormat) => Promise<Blob>): MenuItem[] => {
  const { mutate } = useMutation({
    mutationFn: async (format: ExportFormat) => {
      downloadFile(await load(format), `leads_${toLocalDate(new Date())}.${format}`)
    },
    networkMode: 'always',
    onError: (error, format) => showFailure('Não foi possível exportar os leads', error, () => mutate(format)),
  })
  return formats.map(({ format, label, icon }) => ({ label, icon, onSelect: () => mutate(format) }))
}
