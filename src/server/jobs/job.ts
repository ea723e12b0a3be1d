/** One run of a job. */
export interface JobRun {
  /** `null` for a job of the whole platform. */
  accountId: string | null
  /** As it was saved last; `{}` at first. */
  state: unknown
  begunAt: Date
  /** Whatever happened before this is dealt with: the begin of the last run that succeeded, or one interval before the first. */
  doneUntil: Date
  /**
   * Saves what later runs need to know, and extends the lease. A run that takes over after a crash begins with this state.
   * Throws `JobLostError` when another process took over.
   */
  save: (state: object) => Promise<void>
}

export interface Job {
  name: string
  /** From the begin of one run to the begin of the next. Absent: queued by `insertJob`, done once, then removed. */
  intervalMs?: number
  /** After so long without `save` the run counts as dead, and another process takes the job over. */
  leaseMs: number
  /** Throwing makes the job due again in a minute. */
  run: (run: JobRun) => Promise<unknown>
  /** What may be logged of a failure; the whole error when absent. */
  describeFailure?: (error: unknown) => unknown
}

/** Another process has taken the job over: this run must not write any more. */
export class JobLostError extends Error {
  override name = 'JobLostError'
}
