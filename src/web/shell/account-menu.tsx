import { Menu, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'
import { IconButton } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useOverlay } from '#web/ui/overlays/use-overlay.ts'

const MenuContent = lazyComponent(() => import('./account-menu-content.tsx'), { fallback: <div className="h-64" /> })

/** Menu with the header's account items for small screens. */
export const AccountMenu = () => {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const closeAndReturn = () => {
    close()
    trigger.current?.focus()
  }
  useOverlay(isOpen, closeAndReturn)
  useEffect(() => whenIdle(MenuContent.preload), [])
  const closeOnEscape = (event: KeyboardEvent) => {
    // A dialog above handles Escape first.
    if (event.key === 'Escape' && isOpen && !event.defaultPrevented) closeAndReturn()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape from any focused child
    <div className="lg:hidden" onKeyDown={closeOnEscape}>
      <IconButton
        ref={trigger}
        label={isOpen ? 'Fechar menu' : 'Abrir menu'}
        icon={isOpen ? <X /> : <Menu />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <>
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className="fixed inset-0 top-(--header) cursor-default bg-scrim"
            onClick={closeAndReturn}
          />
          <div
            id={id}
            className="absolute inset-x-0 top-full max-h-[calc(100dvh-var(--header))] animate-menu-in overflow-y-auto border-border border-b bg-raised p-4 shadow-menu"
          >
            <MenuContent onLeave={close} />
          </div>
        </>
      )}
    </div>
  )
}
