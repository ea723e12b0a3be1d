import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { hashCheaply } from '#server/testing/cheap-hashes.ts'
import { testApp } from '#server/testing/test-app.ts'
import { forgetDatabase } from '#server/testing/test-database.ts'
import { setReport } from '#web/leads/report/report-state.ts'
import { setAccountBrand } from '#web/lib/account-brand.ts'
import { clearToken } from '#web/lib/token.ts'
import { announce } from '#web/ui/live-region.tsx'
import { createAppFetch, liveUpdates } from './app-fetch.ts'

// Vitest runs this before each test file. The files of a worker share modules and the window, but no database.
forgetDatabase()

// The first render of a page compiles its code, which takes many times longer on a busy machine. Tests wait for events, so a
// long limit costs nothing while they pass.
configure({ asyncUtilTimeout: 20_000 })

// The board's columns scroll by their style sheet, which these tests do not load. The warning prints the tree of the page.
const { warn } = console
console.warn = (first: unknown, ...rest: unknown[]) => {
  if (!String(first).startsWith('Auto scrolling has been attached')) warn(first, ...rest)
}

// A dismissed toast is removed by a timer of 200 ms, by when another file may run. So pending timers end with the file.
const startTimer = globalThis.setTimeout
const timers = new Set<NodeJS.Timeout>()
globalThis.setTimeout = Object.assign((...parameters: Parameters<typeof startTimer>) => {
  const timer = startTimer(...parameters)
  timers.add(timer)
  return timer
}, startTimer)

hashCheaply()
liveUpdates.areOn = false
const { app } = await testApp()
globalThis.fetch = createAppFetch(app)

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  onlineManager.setOnline(true)
  clearToken()
  setAccountBrand(undefined)
  setReport({ phase: 'idle' })
  // The second call empties the live region. Alone, it would mark an empty text as repeated.
  announce('The end of a test.')
  announce('')
  localStorage.clear()
  sessionStorage.clear()
  // Styles stay: a library adds its own once, when it loads.
  document.head.replaceChildren(...document.head.querySelectorAll('style'))
})

const { happyDOM } = window as unknown as {
  happyDOM: { setURL: (url: string) => void; setViewport: (size: { width: number; height: number }) => void }
}
// What the first file of a worker finds. A download that was not stubbed, for example, changes the address.
const { href } = location
const size = { width: innerWidth, height: innerHeight }
afterAll(() => {
  for (const timer of timers) clearTimeout(timer)
  globalThis.setTimeout = startTimer
  console.warn = warn
  for (const { attributes } of [document.documentElement, document.body])
    for (const { name } of [...attributes]) attributes.removeNamedItem(name)
  happyDOM.setURL(href)
  history.replaceState(null, '')
  happyDOM.setViewport(size)
})
