import { type Entitlements, type Feature, includes, smallestPlanWith } from '#contract/billing/entitlements.ts'
import type { PlanId } from '#contract/billing/subscription.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'

interface ErrorDetail {
  /** Replaces the default message of the code. */
  message?: string
  fields?: Record<string, string>
  lead?: unknown
  current?: object
  retryAfterSeconds?: number
  required?: { feature: Feature; plan?: PlanId }
  cause?: object
}

/** Error that the client receives with its code. Any other thrown error is a bug and becomes `internal_error`. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** Messages by field path, e.g. `leads.3.email`. */
  readonly fields: Record<string, string> | undefined
  /** Current version of the lead, with `stale_lead`. */
  readonly lead: unknown
  /** What is stored, with `stale_setting`. */
  readonly current: object | undefined
  /** With `too_many_requests` and `unavailable`: becomes the `retry-after` header. */
  readonly retryAfterSeconds: number | undefined

  /** With `plan_required`: the missing feature and the smallest sufficient plan. */
  readonly required: ErrorDetail['required']

  constructor(code: ErrorCode, detail: ErrorDetail = {}) {
    super(detail.message ?? errors[code].message, { cause: detail.cause })
    this.code = code
    this.fields = detail.fields
    this.lead = detail.lead
    this.current = detail.current
    this.retryAfterSeconds = detail.retryAfterSeconds
    this.required = detail.required
  }
}

/**
 * Throws `plan_required` unless the account holds enough of a feature: `requirePlan(held, 'webhooks', ({ webhooks }) =>
 * webhooks > used)`. `message` replaces the default one.
 */
export const requirePlan = (
  held: Entitlements,
  feature: Feature,
  isEnough: (held: Entitlements) => boolean = plan => includes(plan, feature),
  message?: string,
): void => {
  if (isEnough(held)) return
  const plan = smallestPlanWith(isEnough)
  throw new AppError('plan_required', { required: { feature, ...(plan && { plan }) }, ...(message && { message }) })
}
