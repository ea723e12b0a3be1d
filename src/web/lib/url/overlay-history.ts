/**
 * Makes Back close the open overlay before it leaves the page. Each overlay adds a guard entry with the same URL, which
 * stays in the history and is skipped later.
 */
type Close = () => void
const overlays: Close[] = []

interface EntryState {
  /** The router's entry index, equal for a page and its guard. */
  idx?: number
  guard?: true
}

const isGuard = (state: EntryState | null): boolean => state?.guard === true
const readEntry = () => ({ state: history.state as EntryState | null, href: location.href })

let currentEntry: ReturnType<typeof readEntry> | undefined
let isReturning = false
let isLeaving = false
let changes = 0

/** Increases when an overlay closes or Back navigates, because the target below the pointer may change. */
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
  // The step stays on the page, so hide the event from the router.
  event.stopImmediatePropagation()
  if (isGuard(before.state)) stepFromGuard(before)
  else if (isReturning) {
    isReturning = false
    overlays.at(-1)?.()
  } else history.forward()
}

const stepFromGuard = ({ state, href }: ReturnType<typeof readEntry>): void => {
  // A URL that replaced the guard's, such as another filter, belongs to the page now.
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
  // Going back to the page's own entry must not restore its old scroll position under the overlay.
  history.scrollRestoration = 'manual'
  history.pushState({ ...history.state, guard: true }, '')
  history.scrollRestoration = 'auto'
  currentEntry = readEntry()
}

/** Makes Back call `close`, which may keep the overlay open. Returns the function to call after the overlay closed. */
export const openOverlay = (close: Close): (() => void) => {
  listen()
  if (!isGuard(history.state)) pushGuard()
  overlays.push(close)
  return () => {
    overlays.splice(overlays.lastIndexOf(close), 1)
    changes += 1
  }
}

/** Goes back an entry. Ignores calls while a step is pending. */
export const stepBack = (): void => {
  if (isLeaving) return
  listen()
  isLeaving = true
  history.go(isGuard(history.state) ? -2 : -1)
}

/** Wraps `window` for the router: records its history writes and preserves guards. */
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
