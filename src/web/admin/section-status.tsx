import type { FailedQuery } from '#web/ui/loading/load-error.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { adminErrors } from './api.ts'

/** Replaces a section that is loading or failed to load. */
export const SectionStatus = ({ query, what }: { query: FailedQuery; what: 'users' | 'trail' | 'mails' }) =>
  query.error ? (
    <LoadErrorNotice title={adminErrors[what]} query={query} fallback={adminErrors.unknown} />
  ) : (
    <Spinner className="animate-appear-late py-4" />
  )
