/** `asking`: there are so many leads that the person is asked first. */
export type ReportState = { phase: 'idle' } | { phase: 'asking'; total: number } | { phase: 'running'; percent: number }

let state: ReportState = { phase: 'idle' }
const listeners = new Set<() => void>()

export const reportState = (): ReportState => state

export const subscribeReport = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const setReport = (next: ReportState): void => {
  state = next
  for (const listener of listeners) listener()
}

let answer: (isWanted: boolean) => void = () => {}

export const askAboutReport = (total: number): Promise<boolean> =>
  new Promise(resolve => {
    answer = resolve
    setReport({ phase: 'asking', total })
  })

/** To the question that `asking` means. */
export const answerReport = (isWanted: boolean): void => answer(isWanted)
