import { type SubmitEvent, useState } from 'react'
import { type NextStep, stepKinds, stepLabels } from '#contract/leads/next-step.ts'
import { NextStepForm as StepFields } from '#contract/story/next-step.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { z } from '#contract/zod.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { FieldError } from '#web/ui/fields/field-error.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

const dayMs = 24 * 60 * 60 * 1000
const none = ''

export interface StepInput {
  step: NextStep | null
  outcome: string
}

interface NextStepFormProps {
  current: NextStep | null
  /** The current step is finished: asks for its outcome, and for the step after it. */
  isFinishing: boolean
  isBusy: boolean
  error: string | undefined
  cancelLabel?: string
  onSave: (input: StepInput) => void
  onCancel: () => void
}

/** Plans the next step of a lead, or finishes the current one and plans what follows. */
export const NextStepForm = ({
  current,
  isFinishing,
  isBusy,
  error,
  cancelLabel = 'Cancelar',
  onSave,
  onCancel,
}: NextStepFormProps) => {
  const [outcome, setOutcome] = useState('')
  const [values, setValues] = useState(() => ({
    kind: current?.kind ?? stepKinds[0],
    day: (!isFinishing && current?.day) || toLocalDate(new Date(Date.now() + dayMs)),
    time: (!isFinishing && current?.time) || '',
    texto: (!isFinishing && current?.texto) || '',
  }))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setValues(before => ({ ...before, [name]: target.value })),
  })
  const isNone = (values.kind as string) === none
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isNone) return onSave({ step: null, outcome })
    const checked = z.safeParse(StepFields, { ...values, time: values.time || null })
    if (checked.success) onSave({ step: checked.data, outcome })
    else setErrors(Object.fromEntries(checked.error.issues.map(({ path, message }) => [String(path[0]), message])))
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      {isFinishing && (
        <TextArea
          label="Como foi?"
          optional
          rows={2}
          autoFocus
          maxLength={2000}
          value={outcome}
          onChange={({ target }) => setOutcome(target.value)}
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={isFinishing ? 'E depois?' : 'O que fazer'}
          autoFocus={!isFinishing}
          className="col-span-2"
          {...field('kind')}
        >
          {stepKinds.map(kind => (
            <option key={kind} value={kind}>
              {stepLabels[kind]}
            </option>
          ))}
          <option value={none}>Nada por enquanto</option>
        </SelectField>
        {!isNone && (
          <>
            <DateField label="Dia" {...field('day')} />
            <TextField label="Hora" type="time" optional {...field('time')} />
            <TextField label="Detalhe" optional maxLength={200} className="col-span-2" {...field('texto')} />
          </>
        )}
      </div>
      <FieldError error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button size="sm" variant="primary" type="submit" busy={isBusy}>
          {error ? 'Tentar novamente' : isFinishing ? 'Concluir passo' : 'Marcar passo'}
        </Button>
      </div>
    </form>
  )
}
