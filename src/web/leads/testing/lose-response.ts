import { vi } from 'vitest'

/** Lets the next write reach the server, and loses its response. */
export const loseNextResponse = (): void => {
  const send = globalThis.fetch
  let isLost = false
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await send(input, init)
    if (isLost || (init?.method ?? 'GET') === 'GET') return response
    isLost = true
    throw new TypeError('Failed to fetch')
  })
}
