import { type Control, Controller } from 'react-hook-form'
import { DateField } from '#web/ui/date-field.tsx'
import { incompleteDay, type LeadFormValues } from './lead-values.ts'
import { fieldLabels } from './lead-versions.ts'

interface LeadDayFieldProps {
  control: Control<LeadFormValues>
  name: 'dataProspeccao' | 'dataFechamento'
  optional?: boolean
}

/** A day of the lead. From one incomplete date to another the browser reports no change: keys and leaving are heard too. */
export const LeadDayField = ({ control, name, optional }: LeadDayFieldProps) => {
  const incomplete = optional ? 'Complete a data ou apague-a inteira.' : 'Complete a data.'
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ...field }, fieldState }) => {
        const read = ({ validity, value: day }: HTMLInputElement) => {
          const next = validity.badInput ? incompleteDay : day
          if (next !== value) onChange(next)
        }
        return (
          <DateField
            {...field}
            label={fieldLabels[name]}
            optional={optional}
            value={value === incompleteDay ? '' : value}
            error={fieldState.error && value === incompleteDay ? incomplete : fieldState.error?.message}
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
