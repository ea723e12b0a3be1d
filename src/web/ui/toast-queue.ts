export type Toast = {
  title: string
  description?: string
  action?: { label: string; onClick: () => void }
  /** The same id replaces the toast that shows. */
  id?: string
}

export type ToastKind = 'success' | 'info' | 'warn' | 'error'

/** Where toasts are shown. Its code is large and comes after the screen's. */
export interface ToastOutlet {
  show: (kind: ToastKind, toast: Toast) => void
  dismiss: (id: string | number) => void
}

type Telling = (outlet: ToastOutlet) => void

let outlet: ToastOutlet | undefined
let isOpen = false
const waiting: Telling[] = []

export const tellOutlet = (tell: Telling): void => {
  if (outlet) tell(outlet)
  else if (isOpen) waiting.push(tell)
}

/** From here on, what is told waits for the outlet. Closing forgets it: it was meant for whoever was signed in. */
export const openToasts = (): (() => void) => {
  isOpen = true
  return () => {
    isOpen = false
    waiting.length = 0
  }
}

export const connectOutlet = (connected: ToastOutlet): (() => void) => {
  outlet = connected
  for (const tell of waiting.splice(0)) tell(connected)
  return () => {
    outlet = undefined
  }
}
