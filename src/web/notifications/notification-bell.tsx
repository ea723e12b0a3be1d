import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Bell } from 'lucide-react'
import { type FocusEvent, useEffect, useId } from 'react'
import { formatCount } from '#contract/values/numbers.ts'
import { whenIdle } from '#web/lib/window/when-idle.ts'
import { IconButton } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'
import { HeaderPanelBackdrop, headerPanelClass, useHeaderPanel } from '#web/ui/overlays/header-panel.tsx'
import { notificationsQuery } from './api.ts'

const NotificationPanel = lazyComponent(() => import('./notification-panel.tsx'), {
  fallback: <div className="h-48" />,
  failure: 'As notificações não abriram',
})

const labelOf = (unread: number): string => {
  if (unread === 0) return 'Notificações'
  return `Notificações: ${formatCount(unread)} não ${unread === 1 ? 'lida' : 'lidas'}`
}

/** The bell in the header, with the number of unread notifications. */
export default function NotificationBell() {
  const id = useId()
  const { isOpen, toggle, button, close, closeAndReturn, onKeyDown } = useHeaderPanel()
  const { data, refetch } = useQuery(notificationsQuery)
  const unread = data?.unread ?? 0
  useEffect(() => whenIdle(NotificationPanel.preload), [])
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape from any focused child
    <div onKeyDown={onKeyDown} onBlur={onBlur}>
      <div className="relative">
        <IconButton
          ref={button}
          label={labelOf(unread)}
          icon={<Bell />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => {
            if (!isOpen) void refetch()
            toggle()
          }}
        />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1 right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-brand px-1 font-medium text-xs text-on-brand tabular-nums leading-none"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </div>
      {isOpen && (
        <>
          <HeaderPanelBackdrop onClose={closeAndReturn} className="max-md:bg-scrim" />
          <section
            id={id}
            aria-label="Notificações"
            className={clsx(
              headerPanelClass,
              'max-h-[min(36rem,calc(100dvh-var(--header)))] overscroll-contain md:right-4 md:left-auto md:mt-1 md:w-96 md:rounded-control md:border',
            )}
          >
            <NotificationPanel onLeave={close} />
          </section>
        </>
      )}
    </div>
  )
}
