import { useLayoutEffect } from 'react'
import { lazyComponent } from '../loading/lazy-component.tsx'
import { dispatchToast, enableToasts, type Toast, type ToastKind } from './toast-queue.ts'

const show = (kind: ToastKind) => (toast: Toast) => dispatchToast(renderer => renderer.show(kind, toast))

/** Errors stay until closed. A toast must never be the only place of important information. */
export const toast = {
  success: show('success'),
  info: show('info'),
  error: show('error'),
  dismiss: (id: string) => dispatchToast(renderer => renderer.dismiss(id)),
}

const LazyToastRenderer = lazyComponent(() => import('./toaster.tsx'), {
  failure: 'Os avisos desta página não carregaram',
})

/** Mount once, next to the routes. Alt+T moves the focus to the toasts. */
export const Toaster = () => {
  // Runs before the effects of pages, which may already show toasts.
  useLayoutEffect(enableToasts, [])
  return <LazyToastRenderer />
}
