/** One run of a job. */
export interface JobRun {
  /** `null` for a platform job. */
  accountId: string | null
  /** Last saved state; `{}` at first. */
  state: unknown
  begunAt: Date
  /** Start of the last successful run, or one interval before the job's creation. Earlier events are already processed. */
  doneUntil: Date
  /**
   * Saves state for later runs and extends the lease. After a crash, the next run starts with this state. Throws
   * `JobLostError` if another process has taken over, and after saving the reason of `signal` if this process stops.
   */
  save: (state: object) => Promise<void>
  /** Aborts when the process stops. A run that then throws starts again at once in another process, and is not logged. */
  signal: AbortSignal
}

export interface Job {
  name: string
  /**
   * Time from the start of one run to the start of the next. A job without it is queued by `insertJob`, runs once and is
   * deleted.
   */
  intervalMs?: number
  /** After this time without `save` the run is considered crashed, and another process takes the job over. */
  leaseMs: number
  /** If it throws, the job runs again after one minute. */
  run: (run: JobRun) => Promise<unknown>
  /** Returns the loggable part of an error. Default: the whole error. */
  describeFailure?: (error: unknown) => unknown
}

/** Another process has taken the job over; the current run must not write anymore. */
export class JobLostError extends Error {
  override name = 'JobLostError'
}
