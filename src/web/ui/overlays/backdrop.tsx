import type { Ref } from 'react'
import { useScrollLock } from './use-scroll-lock.ts'

/**
 * Dims the page and locks its scroll. Replaces Radix's overlay, which injects a `<style>` that the CSP rejects;
 * Radix's portal watches `ref` for the end of the fade-out.
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
