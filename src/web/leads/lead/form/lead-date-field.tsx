import { type Control, Controller } from 'react-hook-form'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { fieldLabels } from './lead-conflict.ts'
import { incompleteDate, type LeadFormValues } from './lead-values.ts'

interface LeadDateFieldProps {
  control: Control<LeadFormValues>
  name: 'dataProspeccao' | 'dataFechamento'
  optional?: boolean
}

/** Browsers fire no change event between two incomplete dates, so the field also handles keys and blur. */
export const LeadDateField = ({ control, name, optional }: LeadDateFieldProps) => {
  const incomplete = optional ? 'Complete a data ou apague-a inteira' : 'Complete a data'
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ...field }, fieldState }) => {
        const read = ({ validity, value: day }: HTMLInputElement) => {
          const next = validity.badInput ? incompleteDate : day
          if (next !== value) onChange(next)
        }
        return (
          <DateField
            {...field}
            label={fieldLabels[name]}
            optional={optional}
            value={value === incompleteDate ? '' : value}
            error={fieldState.error && value === incompleteDate ? incomplete : fieldState.error?.message}
            onChange={event => read(event.target)}
            onKeyUp={event => read(event.currentTarget)}
            onBlur={event => {
              read(event.target)
              onBlur()
            }}
          />
        )
      }}
    />
  )
}
