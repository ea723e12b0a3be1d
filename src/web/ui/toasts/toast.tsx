import { useLayoutEffect } from 'react'
import { lazyComponent } from '../lazy-component.tsx'
import { dispatchToast, enableToasts, type Toast, type ToastKind } from './toast-queue.ts'

const show = (kind: ToastKind) => (toast: Toast) => dispatchToast(renderer => renderer.show(kind, toast))

/** Errors stay until they are closed. Nothing important may exist in a toast only. */
export const toast = {
  success: show('success'),
  info: show('info'),
  error: show('error'),
  dismiss: (id: string) => dispatchToast(renderer => renderer.dismiss(id)),
}

const LazyToastRenderer = lazyComponent(() => import('./toaster.tsx'), {
  failure: 'Os avisos desta página não carregaram',
})

/** Mounted once, beside the app's routes. Alt+T takes the keyboard to the toasts. */
export const Toaster = () => {
  // Before any effect of the screens, one of which may already have something to say.
  useLayoutEffect(enableToasts, [])
  return <LazyToastRenderer />
}
