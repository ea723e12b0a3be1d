import clsx from 'clsx'
import { Menu, X } from 'lucide-react'
import { useEffect, useId } from 'react'
import { whenIdle } from '#web/lib/window/when-idle.ts'
import { IconButton } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'
import { HeaderPanelBackdrop, headerPanelClass, useHeaderPanel } from '#web/ui/overlays/header-panel.tsx'

const MenuContent = lazyComponent(() => import('./account-menu-content.tsx'), { fallback: <div className="h-84" /> })

/** Menu with the header's account items for small screens. */
export const AccountMenu = () => {
  const id = useId()
  const { isOpen, toggle, button, close, closeAndReturn, onKeyDown } = useHeaderPanel()
  useEffect(() => whenIdle(MenuContent.preload), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape from any focused child
    <div className="lg:hidden" onKeyDown={onKeyDown}>
      <IconButton
        ref={button}
        label={isOpen ? 'Fechar menu' : 'Abrir menu'}
        icon={isOpen ? <X /> : <Menu />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      />
      {isOpen && (
        <>
          <HeaderPanelBackdrop onClose={closeAndReturn} className="bg-scrim" />
          <div id={id} className={clsx(headerPanelClass, 'max-h-[calc(100dvh-var(--header))] p-4')}>
            <MenuContent onLeave={close} />
          </div>
        </>
      )}
    </div>
  )
}
