import type { UseFormRegisterReturn } from 'react-hook-form'
import { FieldError } from './field-error.tsx'

interface CheckboxGroupProps<Value extends string> {
  label: string
  names: Record<Value, string>
  hint?: string
  error?: string | undefined
  registration: UseFormRegisterReturn
}

/** A field whose value is a list of choices. */
export const CheckboxGroup = <Value extends string>({
  label,
  names,
  hint,
  error,
  registration,
}: CheckboxGroupProps<Value>) => (
  <fieldset className="grid gap-1">
    <legend className="mb-1 font-medium text-sm">{label}</legend>
    {Object.entries<string>(names).map(([value, name]) => (
      <label key={value} className="flex min-h-9 items-center gap-3 max-md:min-h-11">
        <input type="checkbox" value={value} className="size-4.5 flex-none accent-brand" {...registration} />
        <span>{name}</span>
      </label>
    ))}
    {hint && <p className="text-sm text-text3">{hint}</p>}
    <FieldError error={error} />
  </fieldset>
)
