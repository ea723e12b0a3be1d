import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type SubmitEvent, useState } from 'react'
import { NoteForm } from '#contract/story/story.ts'
import { z } from '#contract/zod.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { storyErrors } from './story-api.ts'

interface NoteEditorProps {
  /** The text survives a reload under this name. */
  draftName: string
  label: string
  /** Stored text; empty for a new note. */
  stored: string
  submitLabel: string
  onSave: (texto: string) => Promise<unknown>
  /** Without it, there is no button to cancel. */
  onCancel?: () => void
}

/** Writes one note. Ctrl+Enter saves. */
export const NoteEditor = ({ draftName, label, stored, submitLabel, onSave, onCancel }: NoteEditorProps) => {
  const draft = useDraft(draftName, { texto: stored })
  const [invalid, setInvalid] = useState<string>()
  const saving = useMutation({
    mutationFn: onSave,
    networkMode: 'always',
    onSuccess: draft.clear,
  })
  const change = (texto: string) => {
    draft.change({ texto })
    setInvalid(undefined)
  }
  const save = () => {
    const checked = z.safeParse(NoteForm, draft.values)
    if (!checked.success) setInvalid(checked.error.issues[0]?.message)
    else if (!saving.isPending) saving.mutate(checked.data.texto)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    save()
  }
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  }
  const cancel = () => {
    draft.clear()
    onCancel?.()
  }
  const failure = saving.error ? `${storyErrors.note} ${errorMessage(saving.error, '')}` : undefined
  return (
    <form noValidate onSubmit={submit} className="grid gap-2">
      <TextArea
        label={label}
        rows={3}
        autoFocus={onCancel !== undefined && !draft.isRestored}
        // What is typed meanwhile would be cleared with the saved text.
        readOnly={saving.isPending}
        value={draft.values.texto}
        error={invalid ?? failure}
        onChange={event => change(event.target.value)}
        onKeyDown={submitByKey}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && (
          <Button size="sm" onClick={cancel}>
            Cancelar
          </Button>
        )}
        <Button size="sm" type="submit" busy={saving.isPending}>
          {saving.isError ? 'Tentar novamente' : submitLabel}
        </Button>
      </div>
    </form>
  )
}
