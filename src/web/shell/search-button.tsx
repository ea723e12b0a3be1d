import { Search } from 'lucide-react'
import { IconButton } from '#web/ui/button.tsx'
import { openPalette } from './palette-event.ts'

export const SearchButton = () => (
  <IconButton
    label="Buscar leads e ações"
    title="Buscar leads e ações (Ctrl+K)"
    aria-keyshortcuts="Control+K Meta+K"
    icon={<Search />}
    onClick={openPalette}
  />
)
