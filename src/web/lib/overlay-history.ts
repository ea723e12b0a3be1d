/**
 * Back closes what lies on top of a screen before it leaves the screen. While a layer is open (a dialog, a menu, a sheet), a
 * second history entry lies over the screen's own one, the guard, of the same address: Back only reaches the screen's own,
 * and is heard here. The guard then stays where it is, and later steps pass over it, since entries cannot be taken out.
 */
type Close = () => void
const overlays: Close[] = []

interface EntryState {
  /** The router's count of its entries: the same for a screen's own and its guard. */
  idx?: number
  guard?: true
}

const isGuard = (state: EntryState | null): boolean => state?.guard === true
const readEntry = () => ({ state: history.state as EntryState | null, href: location.href })

let currentEntry: ReturnType<typeof readEntry> | undefined
let isReturning = false
let isLeaving = false
let changes = 0

/** Grows whenever a layer closes or Back leads elsewhere: what lies under the pointer may then be something else. */
export const overlayChanges = (): number => changes

const onPopState = (event: PopStateEvent): void => {
  const before = currentEntry
  currentEntry = readEntry()
  isLeaving = false
  const isOverGuard =
    before?.state?.idx === currentEntry.state?.idx && isGuard(before?.state ?? null) !== isGuard(currentEntry.state)
  if (!before || !isOverGuard) {
    isReturning = false
    changes += 1
    return
  }
  // Of the same screen: the router need not know.
  event.stopImmediatePropagation()
  if (isGuard(before.state)) stepFromGuard(before)
  else if (isReturning) {
    isReturning = false
    overlays.at(-1)?.()
  } else history.forward()
}

const stepFromGuard = ({ state, href }: ReturnType<typeof readEntry>): void => {
  // An address that took the guard's place, such as another filter, is the screen's own by now.
  const { guard: _, ...own } = state ?? {}
  history.replaceState(own, '', href)
  currentEntry = readEntry()
  isReturning = overlays.length > 0
  if (isReturning) history.forward()
  else {
    history.scrollRestoration = 'auto'
    history.back()
  }
}

let isListening = false
const listen = (): void => {
  if (isListening) return
  isListening = true
  currentEntry = readEntry()
  addEventListener('popstate', onPopState, true)
}

const pushGuard = (): void => {
  // Back to the screen's own entry must not scroll the page under the layer to where it was long ago.
  history.scrollRestoration = 'manual'
  history.pushState({ ...history.state, guard: true }, '')
  history.scrollRestoration = 'auto'
  currentEntry = readEntry()
}

/** From now on Back calls `close`, which may keep the layer open. To be called when it is gone: what this returns. */
export const openOverlay = (close: Close): (() => void) => {
  listen()
  if (!isGuard(history.state)) pushGuard()
  overlays.push(close)
  return () => {
    overlays.splice(overlays.lastIndexOf(close), 1)
    changes += 1
  }
}

/** To the entry before the one that shows; a second call on the way there does nothing. */
export const stepBack = (): void => {
  if (isLeaving) return
  listen()
  isLeaving = true
  history.go(isGuard(history.state) ? -2 : -1)
}

/** The window as the router may use it: what it writes into the history is noted here, and a guard stays one. */
export const routerWindow = (): Window => {
  listen()
  const write = (method: 'pushState' | 'replaceState', state: EntryState | null, url?: string | URL | null): void => {
    history[method](method === 'replaceState' && isGuard(history.state) ? { ...state, guard: true } : state, '', url)
    currentEntry = readEntry()
  }
  return {
    document,
    location,
    addEventListener: addEventListener.bind(window),
    removeEventListener: removeEventListener.bind(window),
    history: {
      get state() {
        return history.state
      },
      go: (delta?: number) => history.go(delta),
      pushState: (state: EntryState | null, _: string, url?: string | URL | null) => write('pushState', state, url),
      replaceState: (state: EntryState | null, _: string, url?: string | URL | null) =>
        write('replaceState', state, url),
    },
  } as unknown as Window
}
