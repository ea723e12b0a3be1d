import { type ErrorCode, errors } from '#contract/errors.ts'

/** A refusal that the caller is told about. Anything else that is thrown is a bug and is answered as `internal_error`. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** Messages by field path, e.g. `leads.3.email`. */
  readonly fields: Record<string, string> | undefined
  /** With `stale_lead`: the lead as it is now. */
  readonly lead: unknown
  /** With `too_many_requests` and `unavailable`: when trying again may help. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    detail: {
      message?: string
      fields?: Record<string, string>
      lead?: unknown
      retryAfterSeconds?: number
      cause?: object
    } = {},
  ) {
    super(detail.message ?? errors[code].message, { cause: detail.cause })
    this.code = code
    this.fields = detail.fields
    this.lead = detail.lead
    this.retryAfterSeconds = detail.retryAfterSeconds
  }
}
