export type Toast = {
  title: string
  description?: string
  action?: { label: string; onClick: () => void }
  /** Beside the first, where leaving things as they are is a choice too. */
  otherAction?: { label: string; onClick: () => void }
  /** The same id replaces the toast that shows. */
  id?: string
  /** Stays until it is dismissed, as errors do. */
  isLasting?: boolean
  /** After somebody closed it. */
  onDismiss?: () => void
}

export type ToastKind = 'success' | 'info' | 'error'

/** Where toasts are shown. Its code is large and comes after the screen's. */
export interface ToastOutlet {
  show: (kind: ToastKind, toast: Toast) => void
  dismiss: (id: string) => void
  dismissAll: () => void
}

type Telling = (outlet: ToastOutlet) => void

let outlet: ToastOutlet | undefined
let isOpen = false
const waiting: Telling[] = []

export const tellOutlet = (tell: Telling): void => {
  if (!isOpen) return
  if (outlet) tell(outlet)
  else waiting.push(tell)
}

/** From here on, what is told waits for the outlet. Closing forgets it all: it was meant for whoever was signed in. */
export const openToasts = (): (() => void) => {
  isOpen = true
  return () => {
    isOpen = false
    waiting.length = 0
    outlet?.dismissAll()
  }
}

export const connectOutlet = (connected: ToastOutlet): (() => void) => {
  outlet = connected
  for (const tell of waiting.splice(0)) tell(connected)
  return () => {
    outlet = undefined
  }
}
