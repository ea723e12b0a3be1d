import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from '#web/lib/requests/api-error.ts'
import { paths } from '#web/lib/url/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'

const solvedByUpgrade: ReadonlySet<ErrorCode | 'network'> = new Set([
  'lead_limit_reached',
  'trial_limit_reached',
  'subscription_required',
])

/** Links to the plans if another plan would avoid the error. Renders nothing for other errors. */
export const PlansLink = ({ error }: { error: unknown }) =>
  error instanceof ApiError && solvedByUpgrade.has(error.code) ? (
    <ButtonLink to={paths.subscription}>Ver os planos</ButtonLink>
  ) : null
