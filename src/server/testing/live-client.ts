import { createParser } from 'eventsource-parser'
import { onTestFinished } from 'vitest'
import { type LiveChange, type LiveEventName, liveApi } from '#contract/live/live.ts'
import type { TestApp } from './test-app.ts'

interface ReceivedEvent {
  name: LiveEventName
  data: unknown
  seq: number | undefined
}

export interface LiveClient {
  /** All events so far, in order. */
  events: ReceivedEvent[]
  /** Returns the next event of this name that no earlier call returned, and skips others. Rejects when the stream ends. */
  next(name: LiveEventName): Promise<ReceivedEvent>
  nextChange(): Promise<LiveChange>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close(): void
}

/** Starts the server of an app on a port of its own. Returns its URL. */
export const serve = async ({ app }: TestApp): Promise<string> => app.listen({ port: 0, host: '127.0.0.1' })

/** Opens a stream over HTTP and waits for its first event. */
export const openStream = async (url: string, token: string, since?: number): Promise<LiveClient> => {
  const controller = new AbortController()
  const query = since === undefined ? '' : `?since=${since}`
  const response = await fetch(`${url}/api${liveApi.stream.path}${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  })
  if (response.status !== 200) throw new Error(`the stream returned ${response.status}`)
  const events: ReceivedEvent[] = []
  let wake = () => {}
  let isOver = false
  const parser = createParser({
    onEvent: ({ event, data, id }) => {
      events.push({ name: event as LiveEventName, data: JSON.parse(data), seq: id === undefined ? id : Number(id) })
      wake()
    },
  })
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }))
  }
  const ended = read()
    .catch(() => {})
    .finally(() => {
      isOver = true
      wake()
    })
  onTestFinished(() => controller.abort())
  let position = 0
  const next = async (name: LiveEventName): Promise<ReceivedEvent> => {
    for (;;) {
      const event = events[position]
      if (event) position++
      if (event?.name === name) return event
      if (event) continue
      if (isOver) throw new Error(`the stream ended before the event ${name}`)
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
  }
  await next('hello')
  return {
    events,
    next,
    nextChange: async () => (await next('change')).data as LiveChange,
    ended,
    close: () => controller.abort(),
  }
}
