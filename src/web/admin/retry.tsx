import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { adminFailures } from './api.ts'

export interface Retryable {
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** In place of a section that has nothing to show: it loads, or it could not. */
export const Retry = ({ of, what }: { of: Retryable; what: 'users' | 'trail' | 'mails' }) =>
  of.error ? (
    <Notice
      tone="danger"
      title={adminFailures[what]}
      actions={
        <Button busy={of.isFetching} onClick={() => of.refetch()}>
          Tentar novamente
        </Button>
      }
    >
      {messageOf(of.error, adminFailures.unknown)}
    </Notice>
  ) : (
    <Spinner className="animate-appear-late py-4" />
  )
