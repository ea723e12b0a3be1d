import clsx from 'clsx'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useWindowEvent } from '#web/lib/window/use-window-event.ts'
import { Button } from '#web/ui/button.tsx'
import { useOverlay } from '#web/ui/overlays/use-overlay.ts'
import { useScrollLock } from '#web/ui/overlays/use-scroll-lock.ts'

interface FullScreenProps {
  open: boolean
  title: string
  onClose: () => void
  /** Receives the focus after closing. May be unmounted while open. */
  opener: RefObject<HTMLElement | null>
  children: ReactNode
  className?: string
}

/**
 * Expands its children over the window without remounting, so that scroll positions survive; the caller makes the page
 * `inert`. The native API is missing on phones and hides menus.
 */
export const FullScreen = ({ open, title, onClose, opener, children, className }: FullScreenProps) => {
  const titleId = useId()
  const closeButton = useRef<HTMLButtonElement>(null)
  useScrollLock(open)
  useOverlay(open, onClose)
  useEffect(() => {
    if (!open) return
    closeButton.current?.focus()
    return () => opener.current?.focus()
  }, [open, opener])

  // The focus may be on the page itself or in a toast. A menu or dialog above handles Escape first.
  useWindowEvent('keydown', event => {
    if (open && event.key === 'Escape' && !event.defaultPrevented) onClose()
  })

  return (
    <section
      {...(open && { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId })}
      className={clsx('flex min-h-0 flex-1 flex-col gap-4', open && 'fixed inset-0 z-fullscreen bg-bg pt-3', className)}
    >
      {open && (
        <header className="flex flex-none items-center justify-between gap-3 px-4 md:px-6">
          <h2 id={titleId} className="truncate">
            {title}
          </h2>
          <Button ref={closeButton} onClick={onClose}>
            Fechar
          </Button>
        </header>
      )}
      {children}
    </section>
  )
}
