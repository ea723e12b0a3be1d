import { errorMessage } from '#web/lib/requests/api-error.ts'
import { toast } from './toast.tsx'

/** Says that a request failed, and why. With `retry`, offers to send it again. */
export const showFailure = (title: string, error: unknown, retry?: () => void): void =>
  void toast.error({
    title,
    description: errorMessage(error),
    ...(retry && { action: { label: 'Tentar novamente', onClick: retry } }),
  })
