import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { noLostReason } from '#contract/lost-reasons/lost-reasons.ts'
import { saveOver } from '#web/forms/save-over.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { type Loss, lostReasonsQuery, setLostReason } from '#web/lost-reasons/api.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/fields/field-error.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { Skeleton } from '#web/ui/loading/skeleton.tsx'
import { staleLeadOf } from '../api.ts'
import { putLead } from '../put-lead.ts'
import { showChangedLead } from '../show-changed-lead.ts'

interface LostReasonFormProps {
  lead: Lead
  cancelLabel: string
  onDone: () => void
  onCancel: () => void
}

export const lostDraftName = ({ _id }: Lead): string => `motivo:${_id}`

/** What stays the same when a save is repeated: what the member saw, and what an earlier save may have stored. */
interface Attempt {
  was: Loss
  sent?: Loss
}

const lossOf = ({ lostReasonId, lostNote }: Lead): Loss => ({ reasonId: lostReasonId, note: lostNote })

const isStored = ({ reasonId, note }: Loss, error: unknown): boolean => {
  const newer = staleLeadOf(error)
  return newer?.lostReasonId === reasonId && newer.lostNote === note
}

/** Offers the account's reasons and a note. If another loss is stored than the member saw, only the next save replaces it. */
export const LostReasonForm = ({ lead, cancelLabel, onDone, onCancel }: LostReasonFormProps) => {
  const queryClient = useQueryClient()
  const name = useId()
  const reasons = useQuery(lostReasonsQuery)
  const draft = useDraft(lostDraftName(lead), {
    reasonId: lead.lostReasonId,
    note: lead.lostNote ?? '',
    attempt: null as Attempt | null,
  })
  const [begun] = useState((): Attempt => ({ was: lossOf(lead) }))
  const { reasonId, note } = draft.values
  const attempt = draft.values.attempt ?? begun
  const loss: Loss = { reasonId, note: note.trim() === '' ? null : note }
  const saving = useMutation({
    mutationFn: ({ was, sent }: Attempt) =>
      saveOver(was => setLostReason(lead._id, { ...loss, was }), { was, sent }, isStored),
    networkMode: 'always',
    onSuccess: async changed => {
      draft.clear()
      announce('Motivo salvo.')
      onDone()
      await showChangedLead(queryClient, changed, lead)
    },
    onError: error => {
      const newer = staleLeadOf(error)
      if (newer) putLead(queryClient, newer, lead)
    },
  })
  const newer = staleLeadOf(saving.error)
  const change = (typed: { reasonId?: string; note?: string }) => {
    // What is typed meanwhile would end with the saved input.
    if (!saving.isPending) draft.change({ ...typed, attempt })
  }
  const describeNewer = ({ lostReasonId, lostNote }: Lead): string => {
    const reason = reasons.data?.find(({ _id }) => _id === lostReasonId)?.nome ?? noLostReason
    return `Enquanto isso, o motivo mudou: agora é “${lostNote ? `${reason} · ${lostNote}` : reason}”.`
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.isPending) return
    const next = newer ? { was: lossOf(newer) } : attempt
    draft.change({ attempt: { ...next, sent: loss } })
    saving.mutate(next)
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
      <FieldError
        error={
          newer ? describeNewer(newer) : saving.error && `O motivo não foi salvo. ${errorMessage(saving.error, '')}`
        }
      />
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
          {saving.error && !newer ? 'Tentar novamente' : 'Salvar motivo'}
        </Button>
      </div>
    </form>
  )
}
