import { Presence } from 'radix-ui/internal'
import { useScrollLock } from './use-scroll-lock.ts'

/**
 * Dims the page behind a dialog and holds it still. Radix's own overlay does that with a <style> it injects,
 * which the content security policy refuses.
 */
export const Overlay = ({ open }: { open: boolean }) => {
  useScrollLock(open)
  return (
    <Presence.Root present={open}>
      <div
        data-state={open ? 'open' : 'closed'}
        className="fixed inset-0 z-dialog bg-scrim data-[state=closed]:animate-vanish data-[state=open]:animate-appear"
      />
    </Presence.Root>
  )
}
