import { useMutation } from '@tanstack/react-query'
import { EllipsisVertical, FileJson, FileSpreadsheet, FileText, Trash2, Upload } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { ExportFormat, LeadFilters } from '#contract/leads/leads.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { paths } from '#web/lib/paths.ts'
import { useMay } from '#web/session/session.tsx'
import type { MenuItem } from '#web/ui/overlays/menu.tsx'
import { MenuButton } from '#web/ui/overlays/menu-button.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { exportLeads } from '../api-on-demand.ts'

const formats: { format: ExportFormat; label: string; icon: MenuItemIcon }[] = [
  { format: 'csv', label: 'Exportar CSV (Excel)', icon: <FileText /> },
  { format: 'xlsx', label: 'Exportar XLSX', icon: <FileSpreadsheet /> },
  { format: 'json', label: 'Exportar JSON', icon: <FileJson /> },
]
type MenuItemIcon = Extract<MenuItem, { onSelect: unknown }>['icon']

/** Menu of the list: an import, the filtered leads as a file, and the trash. */
export default function ListActions({ filters }: { filters: LeadFilters }) {
  const navigate = useNavigate()
  const [mayImport, mayExport, mayRestore] = [useMay('leads.import'), useMay('leads.export'), useMay('leads.remove')]
  const { mutate } = useMutation({
    mutationFn: async (format: ExportFormat) => {
      downloadFile(await exportLeads(filters, format), `leads_${toLocalDate(new Date())}.${format}`)
    },
    networkMode: 'always',
    onError: (error, format) =>
      toast.error({
        title: 'Não foi possível exportar os leads',
        description: errorMessage(error, 'Tente novamente em instantes.'),
        action: { label: 'Tentar novamente', onClick: () => mutate(format) },
      }),
  })
  const exports = formats.map(({ format, label, icon }) => ({ label, icon, onSelect: () => mutate(format) }))
  const trash = { label: 'Lixeira', icon: <Trash2 />, onSelect: () => void navigate(paths.trash) }
  const importing = { label: 'Importar planilha', icon: <Upload />, onSelect: () => void navigate(paths.import) }
  const items: MenuItem[] = [
    ...(mayImport ? [importing] : []),
    ...(mayExport ? exports : []),
    ...(mayRestore ? [trash] : []),
  ]
  return <MenuButton label="Mais ações da lista" icon={<EllipsisVertical />} items={items} />
}
