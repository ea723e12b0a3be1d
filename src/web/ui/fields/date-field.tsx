import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps, splitFieldProps } from './field.tsx'

/** The value is a day, 'YYYY-MM-DD' or empty; the browser shows it in its own language. */
export const DateField = (props: FieldProps & Omit<ComponentProps<'input'>, 'type'>) => {
  const { field, control } = splitFieldProps(props)
  return (
    <Field {...field}>
      {wiring => (
        <input {...control} {...wiring} type="date" className={clsx(controlClass, 'h-control appearance-none')} />
      )}
    </Field>
  )
}
