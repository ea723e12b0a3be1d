import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { MergeField } from '#contract/duplicates/duplicates.ts'
import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { isTransient } from '#web/lib/requests/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showFailure } from '#web/ui/toasts/show-failure.ts'
import { toast } from '#web/ui/toasts/toast.tsx'
import { undoChange } from '../../api-on-demand.ts'
import { refreshLeadsAfterWrite } from '../../cross-tab-refresh.ts'
import { mergeLeads } from './merge-api.ts'
import { type MergeChoice, mergeChoices } from './merge-choices.ts'

export interface MergeDialogProps {
  /** The first one is kept; the others go to the trash. */
  leads: readonly [Lead, Lead, ...Lead[]]
  onClose: () => void
}

/** Merges leads of the same person: the user chooses a value of each field in which they differ. */
export default function MergeDialog({ leads, onClose }: MergeDialogProps) {
  const queryClient = useQueryClient()
  const [kept, ...others] = leads
  const [choices] = useState(() => mergeChoices(leads, new Date()))
  const [from, setFrom] = useState<Partial<Record<MergeField, string>>>(() =>
    Object.fromEntries(choices.map(({ field, suggested }) => [field, suggested])),
  )
  const [id] = useState(() => uuidv7())

  const undoing = useMutation({
    mutationFn: undoChange,
    networkMode: 'always',
    onSuccess: ({ keptLeads }) =>
      toast.success({
        title: 'União desfeita',
        ...(keptLeads.length > 0 && {
          description: `${keptLeads.map(({ nome }) => nome).join(', ')} mudou depois: esses dados ficaram como estão.`,
        }),
      }),
    onError: error => showFailure('Não foi possível desfazer a união', error, () => undoing.mutate(id)),
    onSettled: (_result, error) => refreshLeadsAfterWrite(queryClient, error),
  })
  const merging = useMutation({
    mutationFn: () => mergeLeads(id, kept, others, from),
    networkMode: 'always',
    onSuccess: ({ lead }) => {
      onClose()
      toast.success({
        title: `${formatLeadCount(leads.length)} viraram um: ${leadName(lead)}`,
        action: { label: 'Desfazer', onClick: () => undoing.mutate(id) },
      })
    },
    onSettled: (_result, error) => refreshLeadsAfterWrite(queryClient, error),
  })

  // The leads may have been merged with these choices. A repeated request would not store others.
  const isUnconfirmed = isTransient(merging.error)

  return (
    <Dialog
      open
      title={`Unir ${formatLeadCount(leads.length)}`}
      description={`Fica o cadastro de ${leadName(kept)}, com a história e as notas de todos. Os outros vão para a lixeira.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" busy={merging.isPending} onClick={() => merging.mutate()}>
            {merging.isError ? 'Tentar novamente' : 'Unir'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FailureNotice
          title={isUnconfirmed ? 'A união não foi confirmada' : 'Os leads não foram unidos'}
          error={merging.error}
        />
        {choices.length === 0 ? (
          <p className="text-text2">Os cadastros são iguais: é só unir.</p>
        ) : (
          <p className="text-text2">
            {isUnconfirmed
              ? 'Talvez os leads já tenham sido unidos com estas escolhas, por isso elas não mudam mais.'
              : 'Escolha o que fica em cada campo diferente.'}
          </p>
        )}
        {choices.map(choice => (
          <Choice
            key={choice.field}
            choice={choice}
            chosen={from[choice.field]}
            isFixed={merging.isPending || isUnconfirmed}
            onChoose={leadId => setFrom(before => ({ ...before, [choice.field]: leadId }))}
          />
        ))}
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  choice: MergeChoice
  chosen: string | undefined
  isFixed: boolean
  onChoose: (leadId: string) => void
}

const Choice = ({ choice: { label, options }, chosen, isFixed, onChoose }: ChoiceProps) => {
  const name = useId()
  return (
    <fieldset disabled={isFixed} className="grid gap-2 disabled:opacity-60">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      {options.map(({ leadId, text }) => (
        <label
          key={leadId}
          className="flex min-h-control cursor-pointer items-start gap-2 rounded-control border border-border px-3 py-2 has-checked:border-brand has-checked:bg-brand-soft"
        >
          <input
            type="radio"
            name={name}
            checked={leadId === chosen}
            onChange={() => onChoose(leadId)}
            className="mt-1 accent-brand"
          />
          <span className="min-w-0 whitespace-pre-line break-words">{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
