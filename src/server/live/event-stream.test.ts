import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createEventStream, maxUnsentBytes } from './event-stream.ts'

describe('an event stream', () => {
  it('drops a client that does not read before much is buffered', async () => {
    let isClosed = false
    const { body, send } = createEventStream(() => {
      isClosed = true
    })
    body.pipe(new Writable({ write: () => {} }))
    let sent = 0
    const text = 'x'.repeat(1000)
    while (!body.destroyed && sent < 10 * maxUnsentBytes) {
      send(text)
      sent += text.length
      await new Promise(setImmediate)
    }
    expect(body.destroyed).toBe(true)
    expect(sent).toBeLessThan(3 * maxUnsentBytes)
    expect(isClosed).toBe(true)
  })
})
