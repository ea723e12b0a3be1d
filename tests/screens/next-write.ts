import { vi } from 'vitest'

/** What `fetch` throws without a network. */
const failedFetch = () => new TypeError('Failed to fetch')

/** Answers the next request that writes. `send` passes it to the server. Pages may read something at any time. */
export const answerNextWrite = (answer: (send: () => Promise<Response>) => Promise<Response>): void => {
  const through = globalThis.fetch
  let isOver = false
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const send = () => through(input, init)
    if (isOver || (init?.method ?? 'GET') === 'GET') return send()
    isOver = true
    return answer(send)
  })
}

/** The next write does not reach the server. */
export const failNextWrite = (): void => answerNextWrite(() => Promise.reject(failedFetch()))

/** Lets the next write reach the server, and loses its response. Before the page learns of it, waits for `meanwhile`. */
export const loseNextResponse = (meanwhile?: () => Promise<unknown>): void =>
  answerNextWrite(async send => {
    await send()
    await meanwhile?.()
    throw failedFetch()
  })

/** The next write reaches the server only when the returned function is called. */
export const holdNextWrite = (): (() => void) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answerNextWrite(async send => {
    await promise
    return send()
  })
  return resolve
}

/** From now on writes fail and reads hang. Returns a function that counts the writes. */
export const loseNetwork = (): (() => number) => {
  let writes = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    if ((init?.method ?? 'GET') === 'GET') return new Promise(() => {})
    writes++
    return Promise.reject(failedFetch())
  })
  return () => writes
}
