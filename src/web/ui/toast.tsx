import 'sonner/dist/styles.css'
import clsx from 'clsx'
import { CircleCheck, Info, OctagonAlert, TriangleAlert, X } from 'lucide-react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { buttonClass, iconButtonClass } from './button-styles.ts'

type Toast = {
  title: string
  description?: string
  action?: { label: string; onClick: () => void }
  /** The same id replaces the toast that shows. */
  id?: string
}

const shown = 6_000
type Show = typeof sonner.success

const show =
  (method: Show, duration: number) =>
  ({ title, ...rest }: Toast) =>
    method(title, { duration, ...rest })

/** Errors stay until they are closed. Nothing important may exist in a toast only. */
export const toast = {
  success: show(sonner.success, shown),
  info: show(sonner.info, shown),
  warn: show(sonner.warning, shown),
  error: show(sonner.error, Number.POSITIVE_INFINITY),
  dismiss: (id: string | number) => sonner.dismiss(id),
}

const look = {
  toast:
    'grid w-(--width) grid-cols-[auto_1fr_auto] gap-x-3 rounded-control bg-raised p-3 font-sans text-base text-text shadow-menu',
  icon: 'col-start-1 row-start-1 mt-0.5',
  content: 'col-start-2 row-start-1',
  title: 'font-semibold',
  description: 'text-text2',
  actionButton: clsx(buttonClass({ size: 'sm' }), 'col-start-2 row-start-2 mt-2 justify-self-start'),
  closeButton: clsx(iconButtonClass({ size: 'sm' }), 'col-start-3 row-start-1 -my-1.5 -mr-1.5'),
}

const icons = {
  success: <CircleCheck className="text-success" />,
  info: <Info className="text-brand" />,
  warning: <TriangleAlert className="text-warn" />,
  error: <OctagonAlert className="text-danger" />,
  close: <X />,
}

/** Mounted once, beside the app's routes. Alt+T takes the keyboard to the toasts. */
export const Toaster = () => (
  <Sonner
    position="bottom-right"
    expand
    closeButton
    containerAriaLabel="Avisos"
    gap={8}
    offset={24}
    mobileOffset={{ left: 16, right: 16, bottom: 80 }}
    icons={icons}
    toastOptions={{ unstyled: true, closeButtonAriaLabel: 'Fechar aviso', classNames: look }}
  />
)
