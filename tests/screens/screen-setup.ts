import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { createAppFetch } from './app-fetch.ts'

// Loading the code of the first page takes longer on a busy machine.
configure({ asyncUtilTimeout: 5000 })

const { app } = await testApp()
globalThis.fetch = createAppFetch(app)

afterEach(() => {
  cleanup()
  localStorage.clear()
})
