import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'
import { hashCheaply } from '#server/testing/cheap-hashes.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createAppFetch } from './app-fetch.ts'

// The first render of a page compiles its code, which takes many times longer on a busy machine. Tests wait for events, so a
// long limit costs nothing while they pass.
configure({ asyncUtilTimeout: 20_000 })

// The board's columns scroll by their style sheet, which these tests do not load. The warning prints the tree of the page.
const warn = console.warn
console.warn = (first: unknown, ...rest: unknown[]) => {
  if (!String(first).startsWith('Auto scrolling has been attached')) warn(first, ...rest)
}

// A dismissed toast is removed by a timer of 200 ms, after which the file's window may be gone. So pending timers end with the file.
const startTimer = globalThis.setTimeout
const timers = new Set<NodeJS.Timeout>()
globalThis.setTimeout = Object.assign((...parameters: Parameters<typeof startTimer>) => {
  const timer = startTimer(...parameters)
  timers.add(timer)
  return timer
}, startTimer)
afterAll(() => {
  for (const timer of timers) clearTimeout(timer)
})

hashCheaply()
const { app } = await testApp()
globalThis.fetch = createAppFetch(app)

afterEach(() => {
  cleanup()
  localStorage.clear()
})
