import { formatDateTime, formatRelativeTime } from '#contract/values/dates.ts'

/** "há 5 min", which tells the date and time on hover. `format` changes the words. */
export const RelativeTime = ({
  at,
  format = formatRelativeTime,
}: {
  at: string
  format?: (at: string, now: Date) => string
}) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {format(at, new Date())}
  </time>
)
