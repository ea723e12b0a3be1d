import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { NextStep } from '#contract/leads/next-step.ts'
import {
  contactOutcomes,
  type ContactOutcome as Outcome,
  outcomeLabels,
  suggestedSteps,
} from '#contract/story/contact.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { describeNextStep } from '#web/lead-display/next-step-text.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { leadQuery } from '../api.ts'
import { cachedLead } from '../cached-lead.ts'
import { NextStepForm } from '../lead/story/next-step-form.tsx'
import { addContact, invalidateStory, setOutcome } from '../lead/story/story-api.ts'
import { useStepForm } from '../lead/story/use-step-form.ts'
import type { OpenedContact } from './opened-contact.ts'

const dayMs = 24 * 60 * 60 * 1000

const suggestionFor = (outcome: Outcome): NextStep => {
  const { kind, inDays, texto } = suggestedSteps[outcome]
  return { kind, day: toLocalDate(new Date(Date.now() + inDays * dayMs)), time: null, texto }
}

/** The contact was what the step was about. */
const isDue = (step: NextStep | null): boolean => step !== null && step.day <= toLocalDate(new Date())

/** Asks how a contact went, and suggests the step that usually follows. */
export const ContactOutcome = ({ contact, onClose }: { contact: OpenedContact; onClose: () => void }) => {
  const queryClient = useQueryClient()
  const { data } = useQuery(leadQuery(contact.leadId))
  const [known] = useState(() => cachedLead(queryClient, contact.leadId))
  const lead = data ?? known
  const [chosen, setChosen] = useState<Outcome>()
  const saying = useMutation({
    mutationFn: async (outcome: Outcome) => {
      // Opening may not have reached the server. A repeated request adds nothing.
      await addContact(contact)
      return setOutcome(contact.leadId, contact._id, outcome)
    },
    networkMode: 'always',
    onSuccess: (_, outcome) => {
      setChosen(outcome)
      void invalidateStory(queryClient, contact.leadId)
    },
  })
  if (!lead) return null
  return (
    <Dialog
      open
      isSmall
      title={chosen ? 'E agora?' : `Como foi com ${leadName(lead)}?`}
      description={chosen && `${leadName(lead)}: ${outcomeLabels[chosen].toLowerCase()}`}
      onClose={onClose}
    >
      {chosen ? (
        <SuggestedStep lead={lead} contactId={contact._id} outcome={chosen} onClose={onClose} />
      ) : (
        <div className="grid gap-3">
          {saying.error && (
            <Notice tone="danger" title="O resultado não foi salvo">
              {errorMessage(saying.error)}
            </Notice>
          )}
          <div className="grid grid-cols-2 gap-2">
            {contactOutcomes.map((outcome, index) => (
              <Button
                key={outcome}
                data-first-focus={index === 0 ? '' : undefined}
                busy={saying.isPending && saying.variables === outcome}
                onClick={() => !saying.isPending && saying.mutate(outcome)}
                className="min-h-14"
              >
                {outcomeLabels[outcome]}
              </Button>
            ))}
          </div>
          <Button variant="ghost" onClick={onClose} className="justify-self-center">
            Agora não
          </Button>
        </div>
      )}
    </Dialog>
  )
}

interface SuggestedStepProps {
  lead: Lead
  contactId: string
  outcome: Outcome
  onClose: () => void
}

const SuggestedStep = ({ lead, contactId, outcome, onClose }: SuggestedStepProps) => {
  const { nextStep: planned } = lead
  const form = useStepForm({
    lead,
    // Not the draft of the sheet's form, whose outcome and finished step this one does not show.
    draftName: `passo-do-contato:${contactId}`,
    suggested: suggestionFor(outcome),
    outcome: outcomeLabels[outcome],
    finishes: isDue,
    onSaved: ({ nextStep }) => {
      if (nextStep)
        toast.success({ title: 'Próximo passo marcado', description: describeNextStep(nextStep, new Date()) })
      onClose()
    },
    onCancel: onClose,
  })
  const isPlanned = planned !== null && !isDue(planned)
  return (
    <div className="grid gap-3">
      {isPlanned && (
        <p className="text-sm text-text2">Já está marcado: {describeNextStep(planned, new Date())}. Quer trocar?</p>
      )}
      <NextStepForm form={form} cancelLabel={isPlanned ? 'Manter' : 'Agora não'} />
    </div>
  )
}
