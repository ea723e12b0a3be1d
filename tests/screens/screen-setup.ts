import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'

// The first screen of a file waits for its code, on a machine that runs other tests at the same time.
configure({ asyncUtilTimeout: 5000 })

const { app } = await testApp()

/** The browser's fetch, answered by the real app in this process. */
const fetchFromApp: typeof fetch = async (input, { method = 'GET', headers, body, signal } = {}) => {
  signal?.throwIfAborted()
  const reply = await app.inject({
    method: method as 'GET',
    url: String(input),
    headers: Object.fromEntries(new Headers(headers)),
    ...(typeof body === 'string' ? { payload: body } : {}),
  })
  signal?.throwIfAborted()
  const text = reply.statusCode === 204 ? null : reply.rawPayload
  return new Response(text as BodyInit | null, {
    status: reply.statusCode,
    headers: Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, String(value)])),
  })
}
globalThis.fetch = fetchFromApp

afterEach(() => {
  cleanup()
  localStorage.clear()
})
