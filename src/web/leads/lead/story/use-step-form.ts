import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { Lead } from '#contract/leads/leads.ts'
import { type NextStep, stepKinds } from '#contract/leads/next-step.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { saveOver } from '#web/forms/save-over.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { describeNextStep } from '#web/lead-display/next-step-text.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { staleLeadOf } from '../../api.ts'
import { putLead } from '../../put-lead.ts'
import { showChangedLead } from '../../show-changed-lead.ts'
import { setNextStep, storyErrors } from './story-api.ts'

const dayMs = 24 * 60 * 60 * 1000

export interface StepFields {
  /** Empty for no step. */
  kind: string
  day: string
  time: string
  texto: string
  /** How the finished step went. */
  outcome: string
}

/** What stays the same when a save is repeated: the id of the finished step's entry, and the step that the user saw. */
interface Attempt {
  _id: string
  was: NextStep | null
  /** What an earlier save may have stored, if its response was lost. */
  sent?: NextStep | null
}

interface StepFormOptions {
  lead: Lead
  draftName: string
  suggested: Partial<NextStep> | null
  outcome?: string
  /** Whether saving finishes the step that the user saw. */
  finishes: (was: NextStep | null) => boolean
  onSaved: (changed: Lead) => void
  onCancel: () => void
}

export const stepDraftName = (leadId: string, isFinishing: boolean): string =>
  `${isFinishing ? 'passo-feito' : 'passo'}:${leadId}`

const isSameStep = (one: NextStep | null, other: NextStep | null): boolean =>
  one && other
    ? (['kind', 'day', 'time', 'texto'] as const).every(field => (one[field] ?? null) === (other[field] ?? null))
    : one === other

const describeNewer = ({ nextStep }: Lead): string => {
  if (!nextStep) return 'Enquanto isso, este lead ficou sem próximo passo.'
  const detail = nextStep.texto ? ` · ${nextStep.texto}` : ''
  return `Enquanto isso, o próximo passo mudou: agora é “${describeNextStep(nextStep, new Date())}${detail}”.`
}

const isStored = (sent: NextStep | null, error: unknown): boolean => {
  const newer = staleLeadOf(error)
  return newer !== undefined && isSameStep(newer.nextStep, sent)
}

/** Input of a step, and its save. If another step is stored than the user saw, only the next save replaces or finishes that one. */
export const useStepForm = ({
  lead,
  draftName,
  suggested,
  outcome = '',
  finishes,
  onSaved,
  onCancel,
}: StepFormOptions) => {
  const queryClient = useQueryClient()
  const [begun] = useState<Attempt>(() => ({ _id: uuidv7(), was: lead.nextStep }))
  const [fresh] = useState((): StepFields & { attempt: Attempt | null } => ({
    kind: suggested?.kind ?? stepKinds[0],
    day: suggested?.day ?? toLocalDate(new Date(Date.now() + dayMs)),
    time: suggested?.time ?? '',
    texto: suggested?.texto ?? '',
    outcome,
    attempt: null,
  }))
  const draft = useDraft(draftName, fresh)
  const attempt = draft.values.attempt ?? begun
  const saving = useMutation({
    mutationFn: ({ step, attempt: { _id, was, sent } }: { step: NextStep | null; attempt: Attempt }) => {
      const done = finishes(was) && { done: { _id, outcome: draft.values.outcome, was } }
      return saveOver(was => setNextStep(lead._id, { step, was, ...done }), { was, sent }, isStored)
    },
    networkMode: 'always',
    onSuccess: async changed => {
      draft.clear()
      onSaved(changed)
      await showChangedLead(queryClient, changed, lead)
    },
    onError: error => {
      const newer = staleLeadOf(error)
      if (newer) putLead(queryClient, newer, lead)
    },
  })
  const newer = staleLeadOf(saving.error)
  const failure = saving.error && `${storyErrors.nextStep} ${errorMessage(saving.error, '')}`
  return {
    values: draft.values as StepFields,
    change: (typed: Partial<StepFields>) => {
      // What is typed meanwhile would end with the saved input.
      if (!saving.isPending) draft.change({ ...typed, attempt })
    },
    isBusy: saving.isPending,
    error: newer ? describeNewer(newer) : failure,
    isRetry: failure !== null && !newer,
    save: (step: NextStep | null) => {
      if (saving.isPending) return
      const next = newer ? { _id: attempt._id, was: newer.nextStep } : attempt
      draft.change({ attempt: { ...next, sent: step } })
      saving.mutate({ step, attempt: next })
    },
    cancel: () => {
      draft.clear()
      onCancel()
    },
  }
}
