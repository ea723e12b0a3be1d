export interface TimeLimit {
  /** Aborts when the time is over, or when the caller's own signal does. */
  signal: AbortSignal
  isOver: () => boolean
  /** Begins anew: something came. */
  extend: () => void
  end: () => void
}

/** Limits how long something is waited for; `outer` may end it earlier. */
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
