import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
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

hashCheaply()
const { app } = await testApp()
globalThis.fetch = createAppFetch(app)

afterEach(() => {
  cleanup()
  localStorage.clear()
})
