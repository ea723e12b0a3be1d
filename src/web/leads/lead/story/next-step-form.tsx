import { type SubmitEvent, useState } from 'react'
import { stepKinds, stepLabels } from '#contract/leads/next-step.ts'
import { NextStepForm as StepFields } from '#contract/story/next-step.ts'
import { z } from '#contract/zod.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { FieldError } from '#web/ui/fields/field-error.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { useStepForm } from './use-step-form.ts'

const none = ''

interface NextStepFormProps {
  form: ReturnType<typeof useStepForm>
  /** Asks for the outcome of the current step, and for the step after it. */
  isFinishing?: boolean
  takesFocus?: boolean
  cancelLabel?: string
}

/** Plans the next step of a lead, or finishes the current one and plans what follows. */
export const NextStepForm = ({
  form: { values, change, isBusy, error, isRetry, save, cancel },
  isFinishing = false,
  takesFocus = true,
  cancelLabel = 'Cancelar',
}: NextStepFormProps) => {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  const isNone = values.kind === none
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isNone) return save(null)
    const checked = z.safeParse(StepFields, { ...values, time: values.time || null })
    if (checked.success) save(checked.data)
    else setErrors(Object.fromEntries(checked.error.issues.map(({ path, message }) => [String(path[0]), message])))
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      {isFinishing && (
        <TextArea label="Como foi?" optional rows={2} autoFocus={takesFocus} maxLength={2000} {...field('outcome')} />
      )}
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={isFinishing ? 'E depois?' : 'O que fazer'}
          autoFocus={takesFocus && !isFinishing}
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
        <Button size="sm" onClick={cancel}>
          {cancelLabel}
        </Button>
        <Button size="sm" variant="primary" type="submit" busy={isBusy}>
          {isRetry ? 'Tentar novamente' : isFinishing ? 'Concluir passo' : 'Marcar passo'}
        </Button>
      </div>
    </form>
  )
}
