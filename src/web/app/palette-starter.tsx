import { useState } from 'react'
import { useWindowEvent } from '#web/lib/window/use-window-event.ts'
import { mayNow, useSession } from '#web/session/session.tsx'
import { paletteEvent } from '#web/shell/palette-event.ts'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'

const Palette = lazyComponent(() => import('#web/palette/palette.tsx'), { failure: 'A busca não abriu' })

/** Opens the palette by its button, or by Ctrl+K or Cmd+K unless another dialog is open. */
export const PaletteStarter = () => {
  const maySeeLeads = mayNow('leads.read', useSession())
  const [opened, setOpened] = useState({ count: 0, isOpen: false })
  const open = () => setOpened(({ count }) => ({ count: count + 1, isOpen: true }))
  useWindowEvent(paletteEvent, open)
  useWindowEvent('keydown', event => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
    if (!maySeeLeads || document.querySelector('[aria-modal=true], [role=alertdialog]')) return
    event.preventDefault()
    if (!opened.isOpen) open()
  })
  if (!maySeeLeads || opened.count === 0) return null
  // Each opening begins anew.
  return (
    <Palette
      key={opened.count}
      open={opened.isOpen}
      onClose={() => setOpened(before => ({ ...before, isOpen: false }))}
    />
  )
}
