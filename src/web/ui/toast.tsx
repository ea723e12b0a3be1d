import { useLayoutEffect } from 'react'
import { deferred } from './deferred.tsx'
import { openToasts, type Toast, type ToastKind, tellOutlet } from './toast-queue.ts'

const show = (kind: ToastKind) => (toast: Toast) => tellOutlet(outlet => outlet.show(kind, toast))

/** Errors stay until they are closed. Nothing important may exist in a toast only. */
export const toast = {
  success: show('success'),
  info: show('info'),
  error: show('error'),
  dismiss: (id: string) => tellOutlet(outlet => outlet.dismiss(id)),
}

const Outlet = deferred(() => import('./toaster.tsx'), { failure: 'Os avisos desta página não carregaram' })

/** Mounted once, beside the app's routes. Alt+T takes the keyboard to the toasts. */
export const Toaster = () => {
  // Before any effect of the screens, one of which may already have something to say.
  useLayoutEffect(openToasts, [])
  return <Outlet />
}
