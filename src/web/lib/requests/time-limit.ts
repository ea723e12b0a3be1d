export interface TimeLimit {
  /** Aborts on timeout or with the caller's signal. */
  signal: AbortSignal
  isOver: () => boolean
  /** Restarts the timeout after progress. */
  extend: () => void
  end: () => void
}

/** Starts a timeout. `outer` may abort earlier. */
export const startTimeLimit = (ms: number, outer?: AbortSignal): TimeLimit => {
  const controller = new AbortController()
  let isOver = false
  let timer: ReturnType<typeof setTimeout>
  const start = () => {
    timer = setTimeout(() => {
      isOver = true
      controller.abort()
    }, ms)
  }
  const follow = () => controller.abort(outer?.reason)
  if (outer?.aborted) follow()
  else outer?.addEventListener('abort', follow)
  start()
  return {
    signal: controller.signal,
    isOver: () => isOver,
    extend: () => {
      clearTimeout(timer)
      start()
    },
    end: () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', follow)
    },
  }
}
