import { createParser } from 'eventsource-parser'
import { heartbeatMs, type LiveEventName, liveApi } from '#contract/live/live.ts'
import { openStream } from '#web/lib/requests/http.ts'
import { startTimeLimit } from '#web/lib/requests/time-limit.ts'

export interface LiveEvent {
  name: LiveEventName
  /** JSON. */
  data: string
  /** Number of the last change that the event covers. */
  seq?: number
}

/** A connection that looks open but brings nothing for this long is dead. */
const silenceMs = 2.5 * heartbeatMs

/** Reads the stream until it ends. Throws `ApiError` for a rejected request and other errors for a lost connection. */
export const readStream = async (
  since: number | undefined,
  signal: AbortSignal,
  onEvent: (event: LiveEvent) => void,
): Promise<void> => {
  const limit = startTimeLimit(silenceMs, signal)
  const parser = createParser({
    onEvent: ({ event, data, id }) =>
      onEvent({ name: event as LiveEventName, data, ...(id !== undefined && { seq: Number(id) }) }),
  })
  try {
    const query = since === undefined ? {} : { since: String(since) }
    const { body } = await openStream(liveApi.stream, { query, signal: limit.signal })
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      limit.extend()
      parser.feed(part.value)
    }
  } finally {
    limit.end()
  }
}
