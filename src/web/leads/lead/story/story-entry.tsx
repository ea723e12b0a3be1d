import {
  ArchiveRestore,
  CircleCheck,
  CircleDollarSign,
  CircleHelp,
  FileUp,
  type LucideIcon,
  Merge,
  MessageCircle,
  Plus,
  Split,
  StickyNote,
  Trash2,
  UserRound,
} from 'lucide-react'
import type { StoryEntry as Entry, StoryKind } from '#contract/story/story.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { StoryByline } from './story-byline.tsx'
import { StoryNote } from './story-note.tsx'
import { describeChange } from './story-text.ts'

const icons: Record<Exclude<StoryKind, 'stage'>, LucideIcon> = {
  created: Plus,
  imported: FileUp,
  restored: ArchiveRestore,
  removed: Trash2,
  assigned: UserRound,
  value: CircleDollarSign,
  note: StickyNote,
  step: CircleCheck,
  lost: CircleHelp,
  merged: Merge,
  split: Split,
  contact: MessageCircle,
}

const EntryIcon = ({ kind, toStage }: Entry) => {
  if (kind === 'stage') return toStage && <StageIcon status={toStage} className="mt-0.5" />
  const Icon = icons[kind]
  return <Icon aria-hidden="true" className="mt-0.5 size-4 flex-none text-text3" />
}

interface StoryEntryProps {
  leadId: string
  entry: Entry
}

/** One event of a lead: what happened, by whom and when. */
export const StoryEntry = ({ leadId, entry }: StoryEntryProps) => (
  <li className="flex gap-3 py-3 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
    <EntryIcon {...entry} />
    <div className="grid min-w-0 flex-1 gap-1">
      {entry.texto === null || entry.kind !== 'note' ? (
        <>
          <p className={entry.removedAt ? 'text-text3 italic' : 'break-words'}>{describeChange(entry)}</p>
          {entry.kind !== 'note' && entry.texto && <p className="whitespace-pre-wrap break-words">{entry.texto}</p>}
          <StoryByline entry={entry} />
        </>
      ) : (
        <StoryNote leadId={leadId} entry={entry} texto={entry.texto} />
      )}
    </div>
  </li>
)
