export type Toast = {
  title: string
  description?: string
  action?: { label: string; onClick: () => void }
  /** Beside the first, where leaving things as they are is a choice too. */
  otherAction?: { label: string; onClick: () => void }
  /** The same id replaces the toast that shows. */
  id?: string
  /** Stays until it is dismissed, as errors do. */
  isPersistent?: boolean
  /** After somebody closed it. */
  onDismiss?: () => void
}

export type ToastKind = 'success' | 'info' | 'error'

/** Where toasts are shown. Its code is large and comes after the screen's. */
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

/** From here on, what is told waits for the outlet. Closing forgets it all: it was meant for whoever was signed in. */
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
