import { useQueryClient } from '@tanstack/react-query'
import {
  ArchiveRestore,
  CircleDollarSign,
  FileUp,
  type LucideIcon,
  Plus,
  StickyNote,
  Trash2,
  UserRound,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatDateTime, formatRelativeTime } from '#contract/dates.ts'
import type { StoryEntry as Entry, StoryKind } from '#contract/story/story.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { errorMessage } from '#web/lib/api-error.ts'
import { useMember } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { NoteEditor } from './note-editor.tsx'
import { changeNote, putIntoStory, removeNote, storyErrors } from './story-api.ts'
import { authorOf, describeChange, splitLinks } from './story-text.ts'

const icons: Record<Exclude<StoryKind, 'stage'>, LucideIcon> = {
  created: Plus,
  imported: FileUp,
  restored: ArchiveRestore,
  removed: Trash2,
  assigned: UserRound,
  value: CircleDollarSign,
  note: StickyNote,
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
export const StoryEntry = ({ leadId, entry }: StoryEntryProps) => {
  const { _id: memberId } = useMember()
  const author = authorOf(entry, memberId)
  const isNote = entry.texto !== null
  return (
    <li className="flex gap-3 py-3 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
      <EntryIcon {...entry} />
      <div className="grid min-w-0 flex-1 gap-1">
        {isNote ? (
          <Note leadId={leadId} entry={entry} isOwn={entry.actor?.member?._id === memberId} />
        ) : (
          <Change {...entry} />
        )}
        <p className="text-sm text-text3">
          {author && `${author} · `}
          <time dateTime={entry.at} title={formatDateTime(entry.at)}>
            {formatRelativeTime(entry.at, new Date())}
          </time>
          {isNote && entry.editedAt && <span title={formatDateTime(entry.editedAt)}> · editada</span>}
        </p>
      </div>
    </li>
  )
}

const Change = (entry: Entry) => (
  <p className={entry.kind === 'note' ? 'text-text3 italic' : 'break-words'}>{describeChange(entry)}</p>
)

const Note = ({ leadId, entry, isOwn }: StoryEntryProps & { isOwn: boolean }) => {
  const queryClient = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const texto = entry.texto ?? ''
  const put = (stored: Entry) => putIntoStory(queryClient, leadId, stored)
  // The button that closed the editor is gone with it.
  const wasEditing = useRef(false)
  useEffect(() => {
    if (!isEditing && wasEditing.current) edit.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const close = () => setEditing(false)
  const save = async (typed: string) => {
    put(await changeNote(leadId, entry._id, typed))
    close()
  }
  const remove = async () => {
    setRemoving(true)
    try {
      await removeNote(leadId, entry._id)
      put({ ...entry, texto: null, removedAt: new Date().toISOString() })
      const undo = () => changeNote(leadId, entry._id, texto).then(put, notifyFailed(undo))
      toast.success({ title: 'Nota excluída', action: { label: 'Desfazer', onClick: undo } })
    } catch (error) {
      notifyFailed(remove)(error)
    } finally {
      setRemoving(false)
    }
  }
  if (isEditing)
    return (
      <NoteEditor
        draftName={`nota:${entry._id}`}
        label="Editar nota"
        stored={texto}
        submitLabel="Salvar nota"
        onSave={save}
        onCancel={close}
      />
    )
  return (
    <>
      <NoteText texto={texto} />
      {isOwn && (
        <div className="-ml-2.5 flex gap-1">
          <Button ref={edit} size="sm" variant="ghost" onClick={() => setEditing(true)}>
            Editar<span className="sr-only"> nota</span>
          </Button>
          <Button size="sm" variant="ghost" busy={isRemoving} onClick={remove}>
            Excluir<span className="sr-only"> nota</span>
          </Button>
        </div>
      )}
    </>
  )
}

const notifyFailed = (retry: () => unknown) => (error: unknown) =>
  toast.error({
    title: storyErrors.removeNote,
    description: errorMessage(error, ''),
    action: { label: 'Tentar novamente', onClick: retry },
  })

const NoteText = ({ texto }: { texto: string }) => (
  <p className="whitespace-pre-wrap break-words">
    {splitLinks(texto).map(({ text, href }, index) =>
      href === undefined ? (
        text
      ) : (
        <a
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other key
          key={index}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className="text-brand underline"
        >
          {text}
        </a>
      ),
    )}
  </p>
)
