import clsx from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { IconButton } from '../button.tsx'
import { Backdrop } from './backdrop.tsx'
import { focusFirstField } from './focus-first-field.ts'
import { useOverlay } from './use-overlay.ts'
import { useRestoreFocus } from './use-restore-focus.ts'

type DialogProps = {
  open: boolean
  title: string
  description?: ReactNode
  children: ReactNode
  footer?: ReactNode
  onClose: () => void
  /** Called before every close. `false` keeps the dialog open, for unsaved changes or a save in progress. */
  guard?: (() => boolean) | undefined
  /** Wide and as high as the window, for content with a padding of its own that scrolls in columns. */
  isWide?: boolean
  /** On phones a sheet at the bottom, as high as its content. */
  isSmall?: boolean
}

/** A toast lies outside the dialog, but using it must not close the dialog. */
const keepOpenForToasts = (event: Event & { detail: { originalEvent: Event } }) => {
  const { target } = event.detail.originalEvent
  if (target instanceof Element && target.closest('[data-sonner-toaster]')) event.preventDefault()
}

/** Focuses the first field on devices with a mouse, otherwise the title. */
export const Dialog = ({
  open,
  title,
  description,
  children,
  footer,
  onClose,
  guard,
  isWide = false,
  isSmall = false,
}: DialogProps) => {
  const content = useRef<HTMLDivElement>(null)
  const openerFocus = useRestoreFocus()
  const requestClose = () => {
    if (guard?.() !== false) onClose()
  }
  useOverlay(open, requestClose)
  return (
    <Radix.Root open={open} onOpenChange={next => !next && requestClose()}>
      <Radix.Portal>
        <Backdrop open={open} />
        <Radix.Content
          ref={content}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onInteractOutside={keepOpenForToasts}
          onOpenAutoFocus={event => {
            event.preventDefault()
            openerFocus.capture()
            focusFirstField(content.current)
          }}
          onCloseAutoFocus={openerFocus.restore}
          className={clsx(
            'fixed z-dialog flex flex-col overflow-y-auto overscroll-contain bg-raised shadow-dialog outline-none',
            isSmall ? 'inset-x-0 bottom-0 max-h-[85dvh] rounded-t-panel pb-[env(safe-area-inset-bottom)]' : 'inset-0',
            'data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
            'md:inset-x-0 md:inset-y-6 md:m-auto md:w-full md:rounded-panel',
            isWide ? 'md:max-w-dialog lg:max-w-sheet' : 'md:h-fit md:max-h-[calc(100dvh-3rem)] md:max-w-dialog',
            'md:data-[state=closed]:animate-dialog-out md:data-[state=open]:animate-dialog-in',
          )}
        >
          <header className="grid flex-none gap-1 border-border border-b py-4 pr-16 pl-4 md:pl-6">
            <Radix.Title tabIndex={-1} className="text-xl outline-none">
              {title}
            </Radix.Title>
            {description && <Radix.Description className="text-text2">{description}</Radix.Description>}
          </header>
          <div
            className={clsx(
              isSmall ? 'min-h-24' : 'min-h-40',
              'flex-1 overflow-y-auto overscroll-contain',
              isWide ? 'lg:grid lg:grid-rows-[minmax(0,1fr)] lg:overflow-hidden' : 'p-4 md:px-6',
            )}
          >
            {children}
          </div>
          {footer && (
            <footer className="flex flex-none flex-wrap items-center justify-end gap-2 border-border border-t px-4 py-3 md:px-6">
              {footer}
            </footer>
          )}
          <IconButton
            label="Fechar"
            icon={<X />}
            onClick={requestClose}
            className="absolute top-3 right-3 md:right-4"
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
