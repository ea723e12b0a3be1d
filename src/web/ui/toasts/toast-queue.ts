export type Toast = {
  title: string
  description?: string
  action?: { label: string; onClick: () => void }
  /** Second action, for toasts where leaving things unchanged is also a choice. */
  otherAction?: { label: string; onClick: () => void }
  /** A toast replaces the visible toast with the same id. */
  id?: string
  /** Stays until dismissed, as errors do. */
  isPersistent?: boolean
  /** Called when the user closes the toast. */
  onDismiss?: () => void
}

export type ToastKind = 'success' | 'info' | 'error'

/** Renders toasts. A separate chunk that loads after the page. */
export interface ToastRenderer {
  show: (kind: ToastKind, toast: Toast) => void
  dismiss: (id: string) => void
  dismissAll: () => void
}

type ToastCommand = (renderer: ToastRenderer) => void

let renderer: ToastRenderer | undefined
let isEnabled = false
const queue: ToastCommand[] = []

export const dispatchToast = (command: ToastCommand): void => {
  if (!isEnabled) return
  if (renderer) command(renderer)
  else queue.push(command)
}

/** Starts queueing toasts until the renderer loads. The returned function drops them at sign-out. */
export const enableToasts = (): (() => void) => {
  isEnabled = true
  return () => {
    isEnabled = false
    queue.length = 0
    renderer?.dismissAll()
  }
}

export const connectRenderer = (connected: ToastRenderer): (() => void) => {
  renderer = connected
  for (const command of queue.splice(0)) command(connected)
  return () => {
    renderer = undefined
  }
}
