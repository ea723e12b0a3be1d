import { errorMessage } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { adminErrors } from './api.ts'

export interface RetryableQuery {
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** Shows a section's loading or error state. */
export const SectionStatus = ({ query, what }: { query: RetryableQuery; what: 'users' | 'trail' | 'mails' }) =>
  query.error ? (
    <Notice
      tone="danger"
      title={adminErrors[what]}
      actions={
        <Button busy={query.isFetching} onClick={() => query.refetch()}>
          Tentar novamente
        </Button>
      }
    >
      {errorMessage(query.error, adminErrors.unknown)}
    </Notice>
  ) : (
    <Spinner className="animate-appear-late py-4" />
  )
