import { errorMessage } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface LoadErrorProps {
  title: string
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** Replaces a list that failed to load. */
export const LoadError = ({ title, query }: LoadErrorProps) => (
  <Notice
    tone="danger"
    title={title}
    actions={
      <Button busy={query.isFetching} onClick={() => query.refetch()}>
        Tentar novamente
      </Button>
    }
  >
    {errorMessage(query.error, '')}
  </Notice>
)
