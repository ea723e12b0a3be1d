import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps, splitFieldProps } from './field.tsx'

/** The value is 'YYYY-MM-DD' or empty. The browser displays its own format. */
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
