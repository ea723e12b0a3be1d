import type { ReactNode } from 'react'
import type { StoryEntry } from '#contract/story/story.ts'
import { formatDateTime } from '#contract/values/dates.ts'
import { useMember } from '#web/session/session.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { authorOf } from './story-text.ts'

/** Who and when, and buttons at the end of the line. */
export const StoryByline = ({ entry, children }: { entry: StoryEntry; children?: ReactNode }) => {
  const { _id: memberId } = useMember()
  const author = authorOf(entry, memberId)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2">
      <p className="text-sm text-text3">
        {author && `${author} · `}
        <RelativeTime at={entry.at} />
        {entry.editedAt && !entry.removedAt && <span title={formatDateTime(entry.editedAt)}> · editada</span>}
      </p>
      {children}
    </div>
  )
}
