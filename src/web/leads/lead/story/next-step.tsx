import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { useEffect, useId, useRef, useState } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { describeNextStep, isStepLate, noNextStep } from '#web/lead-display/next-step-text.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { showChangedLead } from '../../show-changed-lead.ts'
import { useNewId } from '../use-new-id.ts'
import { NextStepForm, type StepInput } from './next-step-form.tsx'
import { setNextStep, storyErrors } from './story-api.ts'

interface NextStepProps {
  lead: Lead
  /** The page says already that the lead has no next step. */
  isNoneSaid?: boolean
}

/** What is to be done next with a lead. Finishing it asks for the outcome and for the step after it at once. */
export const NextStep = ({ lead, isNoneSaid = false }: NextStepProps) => {
  const queryClient = useQueryClient()
  const headingId = useId()
  const [form, setForm] = useState<'plan' | 'finish'>()
  const newId = useNewId(`passo:${lead._id}`)
  const buttons = useButtonFocus(form)
  const { nextStep: step } = lead
  const saving = useMutation({
    mutationFn: ({ step, outcome }: StepInput) => {
      if (form !== 'finish') return setNextStep(lead._id, { step })
      newId.store()
      return setNextStep(lead._id, { step, done: { _id: newId.id, outcome } })
    },
    networkMode: 'always',
    onSuccess: async changed => {
      newId.clear()
      setForm(undefined)
      announce(changed.nextStep ? `Próximo passo: ${describeNextStep(changed.nextStep, new Date())}.` : noNextStep)
      await showChangedLead(queryClient, changed, lead)
    },
  })
  const close = () => {
    saving.reset()
    setForm(undefined)
  }
  const planButton = (
    <Button size="sm" variant={step ? 'ghost' : 'secondary'} onClick={() => setForm('plan')}>
      {step ? 'Alterar' : 'Marcar'}
    </Button>
  )
  const isLate = step !== null && isStepLate(step, new Date())
  return (
    <section aria-labelledby={headingId} className="grid gap-2 rounded-control border border-border p-3">
      <div className="flex items-center justify-between gap-2">
        <h3 id={headingId} className="text-sm text-text2">
          Próximo passo
        </h3>
        {!form && !step && isNoneSaid && <div ref={buttons}>{planButton}</div>}
      </div>
      {form && (
        <NextStepForm
          current={step}
          isFinishing={form === 'finish'}
          isBusy={saving.isPending}
          error={saving.error ? `${storyErrors.nextStep} ${errorMessage(saving.error, '')}` : undefined}
          onSave={input => saving.mutate(input)}
          onCancel={close}
        />
      )}
      {!form && (step || !isNoneSaid) && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <div className="min-w-0">
            <p className={clsx('font-medium', isLate && 'text-danger', !step && 'text-text3')}>
              {step ? describeNextStep(step, new Date()) : noNextStep}
            </p>
            {step?.texto && <p className="break-words text-sm text-text2">{step.texto}</p>}
          </div>
          <div ref={buttons} className="flex gap-1">
            {planButton}
            {step && (
              <Button size="sm" onClick={() => setForm('finish')}>
                Feito
              </Button>
            )}
          </div>
        </div>
      )}
    </section>
  )
}

/** Gives the focus back to the button that opened the form, or to the first, when the form takes it along. */
const useButtonFocus = (form: 'plan' | 'finish' | undefined) => {
  const buttons = useRef<HTMLDivElement>(null)
  const closed = useRef(form)
  useEffect(() => {
    const [first, finish = first] = buttons.current?.querySelectorAll('button') ?? []
    if (!form && closed.current && document.activeElement === document.body)
      (closed.current === 'finish' ? finish : first)?.focus()
    closed.current = form
  }, [form])
  return buttons
}
