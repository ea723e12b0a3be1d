import { errorMessage, tryAgainText } from '#web/lib/requests/api-error.ts'
import { EmptyState } from '../empty-state.tsx'
import { RetryButton } from './retry-button.tsx'

/** The parts of a query that a failed load shows. */
export interface FailedQuery {
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

export interface LoadErrorProps {
  title: string
  query: FailedQuery
  /** Text for an error without a message. */
  fallback?: string
}

/** Replaces the content of a page that failed to load. `LoadErrorNotice` does it for a section. */
export const LoadError = ({ title, query, fallback = tryAgainText, heading }: LoadErrorProps & { heading?: 'h1' }) => (
  <EmptyState
    kind="error"
    {...(heading && { heading })}
    title={title}
    text={errorMessage(query.error, fallback)}
    actions={<RetryButton variant="primary" busy={query.isFetching} onRetry={query.refetch} />}
  />
)
