import { errorMessage, tryAgainText } from '#web/lib/requests/api-error.ts'
import { Notice } from '../notice.tsx'
import type { LoadErrorProps } from './load-error.tsx'
import { RetryButton } from './retry-button.tsx'

/** Replaces a section that failed to load. */
export const LoadErrorNotice = ({ title, query, fallback = tryAgainText }: LoadErrorProps) => (
  <Notice tone="danger" title={title} actions={<RetryButton busy={query.isFetching} onRetry={query.refetch} />}>
    {errorMessage(query.error, fallback)}
  </Notice>
)
