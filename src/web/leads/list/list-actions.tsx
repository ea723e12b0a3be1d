import { EllipsisVertical, Merge, Trash2, Upload } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useMay } from '#web/session/session.tsx'
import type { MenuItem } from '#web/ui/overlays/menu.tsx'
import { MenuButton } from '#web/ui/overlays/menu-button.tsx'
import { exportLeads } from '../api-on-demand.ts'
import { useExportItems } from '../export-formats.tsx'

/** Menu of the list: an import, the filtered leads as a file, and the trash. */
export default function ListActions({ filters }: { filters: LeadFilters }) {
  const navigate = useNavigate()
  const [mayImport, mayExport, mayRestore] = [useMay('leads.import'), useMay('leads.export'), useMay('leads.remove')]
  const exports = useExportItems(format => exportLeads(filters, format))
  const trash = { label: 'Lixeira', icon: <Trash2 />, onSelect: () => void navigate(paths.trash) }
  const importing = { label: 'Importar planilha', icon: <Upload />, onSelect: () => void navigate(paths.import) }
  const duplicates = { label: 'Duplicados', icon: <Merge />, onSelect: () => void navigate(paths.duplicates) }
  const items: MenuItem[] = [
    ...(mayImport ? [importing] : []),
    ...(mayExport ? exports : []),
    ...(mayRestore ? [duplicates, trash] : []),
  ]
  return <MenuButton label="Mais ações da lista" icon={<EllipsisVertical />} items={items} />
}
