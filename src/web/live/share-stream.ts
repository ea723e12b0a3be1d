import { withLock } from '#web/lib/with-lock.ts'
import { holdStream } from './hold-stream.ts'
import type { LiveEvent } from './read-stream.ts'

/** A hidden tab gives the stream up, because a browser may freeze it. */
const hiddenMs = 60_000

export interface LiveEvents {
  /** What was loaded before this time of the local clock may be out of date. */
  onStale: (loadedBeforeMs: number) => void
  onEvent: (event: LiveEvent) => void
  onDenied: () => void
}

type Message =
  | { kind: 'event'; event: LiveEvent }
  /** A tab that joins or wakes asks the tab with the stream what it missed. */
  | { kind: 'question' }
  | { kind: 'state'; seq: number; changedAtMs: number }

/**
 * Reads one stream for all tabs of a member: HTTP/1.1 allows a browser six connections. The tab that holds the lock reads it and
 * passes the events on. Returns a stop function.
 */
export const shareStream = (memberId: string, { onStale, onEvent, onDenied }: LiveEvents): (() => void) => {
  const name = `live:${memberId}`
  const channel = new BroadcastChannel(name)
  const post = (message: Message) => channel.postMessage(message)
  const stopped = new AbortController()
  let reading: AbortController | undefined
  let isReader = false
  let seq: number | undefined
  let changedAtMs: number | undefined

  const take = (event: LiveEvent) => {
    seq = event.seq ?? seq
    onEvent(event)
  }
  const postState = () => {
    if (seq !== undefined) post({ kind: 'state', seq, changedAtMs: changedAtMs ?? Date.now() })
  }

  const onStreamEvent = (event: LiveEvent) => {
    if (event.name !== 'hello') {
      changedAtMs = Date.now()
      post({ kind: 'event', event })
      take(event)
      return
    }
    const { quietMs } = JSON.parse(event.data)
    // Missed changes follow: this tab takes them like any other, and so do the tabs that heard as much.
    if (quietMs !== null) {
      changedAtMs = Date.now() - quietMs
      onStale(changedAtMs)
    }
    seq = event.seq
    postState()
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'event') take(data.event)
    else if (data.kind === 'question') {
      if (isReader) postState()
    } else if (data.seq !== seq) {
      seq = data.seq
      onStale(data.changedAtMs)
    }
  })

  const read = async (signal: AbortSignal) => {
    isReader = true
    await holdStream(signal, { since: () => seq, onEvent: onStreamEvent, onDenied })
    isReader = false
  }
  const start = () => {
    if (reading || stopped.signal.aborted) return
    reading = new AbortController()
    const { signal } = reading
    post({ kind: 'question' })
    // Without Web Locks, each visible tab has a stream of its own.
    withLock(name, () => read(signal), { signal }).catch(() => {})
  }
  const stop = () => {
    reading?.abort()
    reading = undefined
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  const onVisibility = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') {
      // Events may not have reached a frozen tab.
      if (reading && !isReader) post({ kind: 'question' })
      start()
    } else timer = setTimeout(stop, navigator.locks ? hiddenMs : 0)
  }
  document.addEventListener('visibilitychange', onVisibility, { signal: stopped.signal })
  onVisibility()

  return () => {
    stopped.abort()
    clearTimeout(timer)
    stop()
    channel.close()
  }
}
