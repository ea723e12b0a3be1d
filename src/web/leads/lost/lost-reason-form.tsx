import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { lostReasonsQuery, setLostReason } from '#web/lost-reasons/api.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/fields/field-error.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { LoadErrorNotice } from '#web/ui/load-error-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showChangedLead } from '../show-changed-lead.ts'

interface LostReasonFormProps {
  lead: Lead
  cancelLabel: string
  onDone: () => void
  onCancel: () => void
}

export const lostDraftName = ({ _id }: Lead): string => `motivo:${_id}`

/** Offers the account's reasons and a note. */
export const LostReasonForm = ({ lead, cancelLabel, onDone, onCancel }: LostReasonFormProps) => {
  const queryClient = useQueryClient()
  const name = useId()
  const reasons = useQuery(lostReasonsQuery)
  const draft = useDraft(lostDraftName(lead), { reasonId: lead.lostReasonId, note: lead.lostNote ?? '' })
  const { reasonId, note } = draft.values
  const saving = useMutation({
    mutationFn: () => setLostReason(lead._id, { reasonId, note }),
    networkMode: 'always',
    onSuccess: async changed => {
      draft.clear()
      announce('Motivo salvo.')
      onDone()
      await showChangedLead(queryClient, changed, lead)
    },
  })
  const change = (typed: Partial<typeof draft.values>) => {
    // What is typed meanwhile would end with the saved input.
    if (!saving.isPending) draft.change(typed)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }
  const cancel = () => {
    draft.clear()
    onCancel()
  }
  const offered = reasons.data?.filter(({ _id, isArchived }) => !isArchived || _id === lead.lostReasonId)
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      {reasons.error && !reasons.data && (
        <LoadErrorNotice title="Não foi possível carregar os motivos" query={reasons} />
      )}
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Motivo</legend>
        {!offered && !reasons.error && <Skeleton className="h-control w-full" />}
        {offered?.map(({ _id, nome }) => (
          <label
            key={_id}
            className="flex min-h-control-sm cursor-pointer select-none items-center rounded-control border border-border px-3 text-sm text-text2 hover:bg-hover has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand has-focus-visible:outline-2 has-focus-visible:outline-focus max-md:min-h-control"
          >
            <input
              type="radio"
              name={name}
              checked={reasonId === _id}
              onChange={() => change({ reasonId: _id })}
              className="sr-only"
            />
            {nome}
          </label>
        ))}
      </fieldset>
      <TextField
        label="O que aconteceu?"
        optional
        autoComplete="off"
        maxLength={2000}
        value={note}
        onChange={({ target }) => change({ note: target.value })}
      />
      <FieldError error={saving.error && `O motivo não foi salvo. ${errorMessage(saving.error, '')}`} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={cancel}>
          {cancelLabel}
        </Button>
        <Button
          size="sm"
          variant="primary"
          type="submit"
          busy={saving.isPending}
          disabled={reasonId === null && note.trim() === ''}
        >
          {saving.error ? 'Tentar novamente' : 'Salvar motivo'}
        </Button>
      </div>
    </form>
  )
}
