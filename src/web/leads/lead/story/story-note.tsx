import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { StoryEntry } from '#contract/story/story.ts'
import { hasDraft } from '#web/forms/form-draft.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { useMember } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { NoteEditor } from './note-editor.tsx'
import { changeNote, putIntoStory, removeNote, storyErrors } from './story-api.ts'
import { StoryByline } from './story-byline.tsx'
import { splitLinks } from './story-text.ts'

interface StoryNoteProps {
  leadId: string
  entry: StoryEntry
  texto: string
}

/** A note, which its author can edit and remove. */
export const StoryNote = ({ leadId, entry, texto }: StoryNoteProps) => {
  const { _id: memberId } = useMember()
  const isOwn = entry.actor?.member?._id === memberId
  const queryClient = useQueryClient()
  const draftName = `nota:${entry._id}`
  const [isEditing, setEditing] = useState(() => isOwn && hasDraft(memberId, draftName))
  const [isRemoving, setRemoving] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const put = (stored: StoryEntry) => putIntoStory(queryClient, leadId, stored)
  // The editor may have taken the focus along.
  const wasEditing = useRef(false)
  useEffect(() => {
    if (!isEditing && wasEditing.current && document.activeElement === document.body) edit.current?.focus()
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
      const undo = () => changeNote(leadId, entry._id, texto).then(put, notifyFailed(storyErrors.restoreNote, undo))
      toast.success({ title: 'Nota excluída', action: { label: 'Desfazer', onClick: undo } })
    } catch (error) {
      notifyFailed(storyErrors.removeNote, remove)(error)
    } finally {
      setRemoving(false)
    }
  }
  if (isEditing)
    return (
      <NoteEditor
        draftName={draftName}
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
      <StoryByline entry={entry}>
        {isOwn && (
          <div className="-mr-2.5 flex flex-wrap gap-1">
            <Button ref={edit} size="sm" variant="ghost" onClick={() => setEditing(true)}>
              Editar<span className="sr-only"> nota</span>
            </Button>
            <Button size="sm" variant="ghost" busy={isRemoving} onClick={remove}>
              Excluir<span className="sr-only"> nota</span>
            </Button>
          </div>
        )}
      </StoryByline>
    </>
  )
}

const notifyFailed = (title: string, retry: () => unknown) => (error: unknown) =>
  toast.error({
    title,
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
