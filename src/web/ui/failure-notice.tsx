import { errorMessage } from '#web/lib/requests/api-error.ts'
import { Notice } from './notice.tsx'

interface FailureNoticeProps {
  title: string
  /** Of a mutation: null without a failure, which shows nothing. */
  error: unknown
  /** The text of an error that has none for users. */
  fallback?: string
  className?: string
}

/** Says in a form or a panel that its request failed, and why. It stays until the next attempt. */
export const FailureNotice = ({ title, error, fallback, className }: FailureNoticeProps) =>
  error !== null && (
    <Notice tone="danger" title={title} {...(className && { className })}>
      {errorMessage(error, fallback)}
    </Notice>
  )
