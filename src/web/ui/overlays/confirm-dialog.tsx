import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { SlowNote } from '../slow-note.tsx'
import { Backdrop } from './backdrop.tsx'
import { useOverlay } from './use-overlay.ts'
import { useRestoreFocus } from './use-restore-focus.ts'

type ConfirmDialogProps = {
  open: boolean
  title: string
  text: ReactNode
  /** Why the action failed. */
  failure?: string | undefined
  confirmLabel: string
  cancelLabel?: string | undefined
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/**
 * Focuses the safe button and stays open until the caller closes it, so that failures show. Closing does not cancel a
 * running action.
 */
export const ConfirmDialog = ({
  open,
  title,
  text,
  failure,
  confirmLabel,
  cancelLabel = 'Cancelar',
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => {
  const openerFocus = useRestoreFocus()
  useOverlay(open, onCancel)
  return (
    <Radix.Root open={open} onOpenChange={next => !next && onCancel()}>
      <Radix.Portal>
        <Backdrop open={open} />
        <Radix.Content
          aria-modal
          onOpenAutoFocus={openerFocus.capture}
          onCloseAutoFocus={openerFocus.restore}
          className="fixed inset-x-4 inset-y-0 z-dialog m-auto grid h-fit max-h-[calc(100dvh-2rem)] max-w-form gap-2 overflow-y-auto overscroll-contain rounded-panel bg-raised p-5 shadow-dialog data-[state=closed]:animate-dialog-out data-[state=open]:animate-dialog-in"
        >
          <Radix.Title className="text-lg">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="text-text2">{text}</div>
          </Radix.Description>
          {failure && (
            <p role="alert" className="text-danger">
              {failure}
            </p>
          )}
          <SlowNote active={busy}>Você pode fechar; o pedido ainda pode ser concluído.</SlowNote>
          <div className="mt-3 flex flex-wrap justify-end gap-2">
            <Radix.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </Radix.Cancel>
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
