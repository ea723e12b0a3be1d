import 'sonner/dist/styles.css'
import clsx from 'clsx'
import { CircleCheck, Info, OctagonAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { buttonClass, iconButtonClass } from '../button-styles.ts'
import { connectRenderer, type ToastRenderer } from './toast-queue.ts'

const shownMs = 6_000

const renderer: ToastRenderer = {
  show: (kind, { title, isPersistent = kind === 'error', otherAction: cancel, ...rest }) =>
    void sonner[kind](title, {
      duration: isPersistent ? Number.POSITIVE_INFINITY : shownMs,
      ...(cancel && { cancel }),
      ...rest,
    }),
  dismiss: id => void sonner.dismiss(id),
  // Sonner would show undismissed toasts to the next user.
  dismissAll: () => void sonner.dismiss(),
}

const classNames = {
  toast:
    'grid w-(--width) grid-cols-[auto_auto_1fr_auto] gap-x-3 rounded-control bg-raised p-3 font-sans text-base text-text shadow-menu',
  icon: 'col-start-1 row-start-1 mt-0.5',
  content: 'col-span-2 col-start-2 row-start-1',
  title: 'font-semibold',
  description: 'text-text2',
  actionButton: clsx(buttonClass({ size: 'sm' }), 'col-start-2 row-start-2 mt-2 justify-self-start'),
  cancelButton: clsx(buttonClass({ size: 'sm' }), 'col-span-2 col-start-3 row-start-2 mt-2 justify-self-start'),
  closeButton: clsx(iconButtonClass({ size: 'sm' }), 'col-start-4 row-start-1 -my-1.5 -mr-1.5'),
}

const icons = {
  success: <CircleCheck className="text-success" />,
  info: <Info className="text-brand" />,
  error: <OctagonAlert className="text-danger" />,
  close: <X />,
}

export default function ToastRendererView() {
  // Sonner subscribes in its own effect, which runs first.
  useEffect(() => connectRenderer(renderer), [])
  return (
    <Sonner
      // Cards are dropped on the board below the page's header.
      position="top-center"
      expand
      closeButton
      containerAriaLabel="Avisos"
      gap={8}
      offset={8}
      mobileOffset={{ left: 16, right: 16, top: 'max(8px, env(safe-area-inset-top))' }}
      icons={icons}
      toastOptions={{ unstyled: true, closeButtonAriaLabel: 'Fechar aviso', classNames: classNames }}
    />
  )
}
