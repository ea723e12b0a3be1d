import { Readable } from 'node:stream'

/** A client with more unsent bytes does not read: it is dropped, and catches up when it returns. */
export const maxUnsentBytes = 64 * 1024

export const toEvent = (name: string, data: unknown, seq?: number): string =>
  `${seq === undefined ? '' : `id: ${seq}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

export interface EventStream {
  /** Body of the response. */
  body: Readable
  send(text: string): void
  /** Ends the response after what was sent. */
  end(): void
  drop(): void
}

/** A response of server-sent events. `onClosed` runs once, whichever side closes it. */
export const createEventStream = (onClosed: () => void): EventStream => {
  const body = new Readable({ read: () => {} })
  body.on('error', () => {})
  body.once('close', onClosed)
  let isOver = false
  const drop = () => {
    isOver = true
    body.destroy()
  }
  return {
    body,
    send: text => {
      if (isOver || text === '') return
      if (body.readableLength > maxUnsentBytes) drop()
      else body.push(text)
    },
    end: () => {
      if (!isOver) body.push(null)
      isOver = true
    },
    drop,
  }
}
