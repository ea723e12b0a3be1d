import clsx from 'clsx'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useOverlay } from '#web/ui/overlays/use-overlay.ts'
import { useScrollLock } from '#web/ui/overlays/use-scroll-lock.ts'

interface FullScreenProps {
  open: boolean
  title: string
  onClose: () => void
  /** Has the focus again after closing; it need not be there while this is open. */
  opener: RefObject<HTMLElement | null>
  children: ReactNode
  className?: string
}

/**
 * Spreads what it holds over the whole window, and back, without mounting it anew: what was scrolled stays scrolled. The
 * page around it must be `inert` meanwhile. Not the browser's own full screen, which phones lack and menus vanish in.
 */
export const FullScreen = ({ open, title, onClose, opener, children, className }: FullScreenProps) => {
  const titleId = useId()
  const frame = useRef<HTMLElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  useScrollLock(open)
  useOverlay(open, onClose)
  useEffect(() => {
    if (!open) return
    closeButton.current?.focus()
    return () => opener.current?.focus()
  }, [open, opener])

  // Esc belongs first to what lies above: a menu or a dialog keeps it to itself.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open && !event.defaultPrevented && frame.current?.contains(event.target as Node))
      onClose()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a dialog while it is open, where Esc leaves it; else a plain box
    <section
      ref={frame}
      {...(open && { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId })}
      onKeyDown={closeOnEscape}
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
