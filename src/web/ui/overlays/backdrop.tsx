import type { Ref } from 'react'
import { useScrollLock } from './use-scroll-lock.ts'

/**
 * Dims the page behind a dialog and holds it still. Radix's own overlay does that with a <style> it injects,
 * which the content security policy refuses. Its portal watches the box by this ref until it has faded away.
 */
export const Backdrop = ({ open, ref }: { open: boolean; ref?: Ref<HTMLDivElement> }) => {
  useScrollLock(open)
  return (
    <div
      ref={ref}
      data-state={open ? 'open' : 'closed'}
      className="fixed inset-0 z-dialog bg-scrim data-[state=closed]:animate-vanish data-[state=open]:animate-appear"
    />
  )
}
