import { LogOut, Menu, Shield, UserRound, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { paths } from '#web/lib/paths.ts'
import { ButtonLink, IconButton } from '#web/ui/button.tsx'
import { useLayer } from '#web/ui/use-layer.ts'
import { AccountName } from './account-name.tsx'
import { AppearanceSelects } from './appearance-selects.tsx'
import { useUser } from './session.tsx'
import { SignOut } from './sign-out.tsx'
import { TrialChip } from './trial-chip.tsx'

/** The account on small screens: what the bar holds on large ones. */
export const AccountMenu = () => {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const closeAndReturn = () => {
    close()
    trigger.current?.focus()
  }
  useLayer(isOpen, closeAndReturn)
  const closeOnEscape = (event: KeyboardEvent) => {
    // A question above it keeps Esc to itself.
    if (event.key === 'Escape' && isOpen && !event.defaultPrevented) closeAndReturn()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc is heard from whatever holds the focus inside
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

const MenuContent = ({ onLeave }: { onLeave: () => void }) => {
  const { role } = useUser()
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <AccountName limit={12} />
        <TrialChip />
      </div>
      <nav aria-label="Conta" className="grid gap-1">
        <ButtonLink
          variant="ghost"
          icon={<UserRound />}
          to={paths.profile}
          onClick={onLeave}
          className="-mx-3.5 justify-start"
        >
          Perfil
        </ButtonLink>
        {role === 'admin' && (
          <ButtonLink
            variant="ghost"
            icon={<Shield />}
            to={paths.admin}
            onClick={onLeave}
            className="-mx-3.5 justify-start"
          >
            Admin
          </ButtonLink>
        )}
      </nav>
      <AppearanceSelects />
      <SignOut icon={<LogOut />} className="-mx-3.5 justify-start" />
    </div>
  )
}
