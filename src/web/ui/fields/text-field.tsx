import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { controlClass, Field, type FieldProps, splitFieldProps } from './field.tsx'

type TextFieldProps = FieldProps &
  ComponentProps<'input'> & {
    /** Small button inside the field. */
    end?: ReactNode
  }

export const TextField = (props: TextFieldProps) => {
  const { field, control } = splitFieldProps(props)
  const { end, ...input } = control
  return (
    <Field {...field}>
      {wiring =>
        end ? (
          <div className="relative">
            <input type="text" {...input} {...wiring} className={clsx(controlClass, 'h-control pr-11')} />
            <div className="absolute inset-y-0 right-0 flex items-center pr-1">{end}</div>
          </div>
        ) : (
          <input type="text" {...input} {...wiring} className={clsx(controlClass, 'h-control')} />
        )
      }
    </Field>
  )
}
