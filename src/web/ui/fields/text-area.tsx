import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps, splitFieldProps } from './field.tsx'

export const TextArea = (props: FieldProps & ComponentProps<'textarea'>) => {
  const { field, control } = splitFieldProps(props)
  return (
    <Field {...field}>
      {wiring => <textarea rows={4} {...control} {...wiring} className={clsx(controlClass, 'resize-y py-2')} />}
    </Field>
  )
}
