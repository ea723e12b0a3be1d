/** `confirming`: a very long report waits for the user's confirmation. */
export type ReportState =
  | { phase: 'idle' }
  | { phase: 'confirming'; total: number }
  | { phase: 'running'; percent: number }

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

let resolveAnswer: (isWanted: boolean) => void = () => {}

export const confirmLargeReport = (total: number): Promise<boolean> =>
  new Promise(resolve => {
    resolveAnswer = resolve
    setReport({ phase: 'confirming', total })
  })

export const resolveConfirmation = (isWanted: boolean): void => resolveAnswer(isWanted)
