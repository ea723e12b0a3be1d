import clsx from 'clsx'
import { useEffect, useId, useRef, useState } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { hasDraft } from '#web/forms/form-draft.ts'
import { describeNextStep, isStepLate, noNextStep } from '#web/lead-display/next-step-text.ts'
import { useMember } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { NextStepForm } from './next-step-form.tsx'
import { stepDraftName, useStepForm } from './use-step-form.ts'

interface NextStepProps {
  lead: Lead
  /** The page says already that the lead has no next step. */
  isNoneSaid?: boolean
}

type StepFormKind = 'plan' | 'finish'

/** What is to be done next with a lead. Finishing it asks for the outcome and for the step after it at once. */
export const NextStep = ({ lead, isNoneSaid = false }: NextStepProps) => {
  const headingId = useId()
  const { _id: memberId } = useMember()
  const [form, setForm] = useState(() =>
    (['finish', 'plan'] as const).find(kind => hasDraft(memberId, stepDraftName(lead._id, kind === 'finish'))),
  )
  // A form that its draft has opened leaves the focus where it is.
  const [isPressed, setPressed] = useState(false)
  const buttons = useButtonFocus(form)
  const { nextStep: step } = lead
  const open = (kind: StepFormKind) => {
    setPressed(true)
    setForm(kind)
  }
  const planButton = (
    <Button size="sm" variant={step ? 'ghost' : 'secondary'} onClick={() => open('plan')}>
      {step ? 'Alterar' : 'Marcar'}
    </Button>
  )
  const isLate = step !== null && isStepLate(step, new Date())
  return (
    <section aria-labelledby={headingId} className="grid gap-2 rounded-control border border-border p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={headingId} className="text-sm text-text2">
          Próximo passo
        </h3>
        {!form && !step && isNoneSaid && <div ref={buttons}>{planButton}</div>}
      </div>
      {form && (
        <StepForm
          lead={lead}
          isFinishing={form === 'finish'}
          takesFocus={isPressed}
          onClose={() => setForm(undefined)}
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
          <div ref={buttons} className="flex flex-wrap gap-1">
            {planButton}
            {step && (
              <Button size="sm" onClick={() => open('finish')}>
                Feito
              </Button>
            )}
          </div>
        </div>
      )}
    </section>
  )
}

interface StepFormProps {
  lead: Lead
  isFinishing: boolean
  takesFocus: boolean
  onClose: () => void
}

const StepForm = ({ lead, isFinishing, takesFocus, onClose }: StepFormProps) => {
  const form = useStepForm({
    lead,
    draftName: stepDraftName(lead._id, isFinishing),
    suggested: isFinishing ? lead.nextStep && { kind: lead.nextStep.kind } : lead.nextStep,
    finishes: () => isFinishing,
    onSaved: ({ nextStep }) => {
      onClose()
      announce(nextStep ? `Próximo passo: ${describeNextStep(nextStep, new Date())}.` : noNextStep)
    },
    onCancel: onClose,
  })
  return <NextStepForm form={form} isFinishing={isFinishing} takesFocus={takesFocus} />
}

/** Gives the focus back to the button that opened the form, or to the first, when the form takes it along. */
const useButtonFocus = (form: StepFormKind | undefined) => {
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
