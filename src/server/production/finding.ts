/** `unknown`: could not be tried, or only the operator can. */
export type FindingState = 'ok' | 'missing' | 'unknown'

export interface Finding {
  state: FindingState
  /** Portuguese line for the operator; of a missing thing, with what to do. */
  text: string
}

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const missing = (text: string): Finding => ({ state: 'missing', text })
export const unknown = (text: string): Finding => ({ state: 'unknown', text })
