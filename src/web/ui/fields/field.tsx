import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

export type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean | undefined
  /** Hides the label visually, for filters with an obvious purpose. */
  hideLabel?: boolean | undefined
  id?: string | undefined
  /** Applies to the whole field; the control fills its width. */
  className?: string | undefined
}

export type FieldControl = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Separates the field's props from those of the native control. */
export const splitFieldProps = <P extends FieldProps>({
  label,
  hint,
  error,
  optional,
  hideLabel,
  id,
  className,
  ...control
}: P) => ({ field: { label, hint, error, optional, hideLabel, id, className }, control }) as const

export const Field = ({
  label,
  hint,
  error,
  optional,
  hideLabel,
  id: givenId,
  className,
  children,
}: FieldProps & { children: (control: FieldControl) => ReactNode }) => {
  const ownId = useId()
  const id = givenId ?? ownId
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium text-sm text-text'}>
        {label}
        {optional && <span className="font-normal text-text3"> (opcional)</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': clsx(errorId, hintId) || undefined,
      })}
      {error && (
        <p id={errorId} className="text-danger text-sm">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-sm text-text3">
          {hint}
        </p>
      )}
    </div>
  )
}

export const controlClass =
  'w-full min-w-0 rounded-control border border-border-strong bg-surface px-3 text-control text-text aria-invalid:border-danger disabled:cursor-not-allowed disabled:opacity-60'
