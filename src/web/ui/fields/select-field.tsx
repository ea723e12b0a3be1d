import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps, splitFieldProps } from './field.tsx'

export const SelectField = (props: FieldProps & ComponentProps<'select'>) => {
  const { field, control } = splitFieldProps(props)
  return (
    <Field {...field}>
      {wiring => (
        <div className="relative">
          <select {...control} {...wiring} className={clsx(controlClass, 'h-control appearance-none truncate pr-9')} />
          <ChevronDown
            aria-hidden="true"
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 text-text3"
          />
        </div>
      )}
    </Field>
  )
}
