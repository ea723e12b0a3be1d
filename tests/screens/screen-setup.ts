import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { createAppFetch } from './app-fetch.ts'

// The first screen of a file waits for its code, on a machine that runs other tests at the same time.
configure({ asyncUtilTimeout: 5000 })

const { app } = await testApp()
globalThis.fetch = createAppFetch(app)

afterEach(() => {
  cleanup()
  localStorage.clear()
})
