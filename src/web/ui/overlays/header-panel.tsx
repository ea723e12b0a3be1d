import clsx from 'clsx'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useOverlay } from './use-overlay.ts'

/** State of a panel below the header. Escape, Back and a press beside it close it and return the focus to its button. */
export const useHeaderPanel = () => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const closeAndReturn = () => {
    close()
    button.current?.focus()
  }
  useOverlay(isOpen, closeAndReturn)
  const onKeyDown = (event: KeyboardEvent) => {
    // A dialog above handles Escape first.
    if (event.key === 'Escape' && isOpen && !event.defaultPrevented) closeAndReturn()
  }
  return { isOpen, toggle: () => setOpen(!isOpen), button, close, closeAndReturn, onKeyDown }
}

/** Takes the presses beside an open panel. */
export const HeaderPanelBackdrop = ({ onClose, className }: { onClose: () => void; className: string }) => (
  <button
    type="button"
    tabIndex={-1}
    aria-hidden="true"
    className={clsx('fixed inset-0 top-(--header) cursor-default', className)}
    onClick={onClose}
  />
)

export const headerPanelClass =
  'absolute inset-x-0 top-full animate-menu-in overflow-y-auto border-border border-b bg-raised shadow-menu'
