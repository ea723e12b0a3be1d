import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface LoadFailureProps {
  title: string
  of: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** In place of a list that could not be read. */
export const LoadFailure = ({ title, of }: LoadFailureProps) => (
  <Notice
    tone="danger"
    title={title}
    actions={
      <Button busy={of.isFetching} onClick={() => of.refetch()}>
        Tentar novamente
      </Button>
    }
  >
    {messageOf(of.error, '')}
  </Notice>
)
