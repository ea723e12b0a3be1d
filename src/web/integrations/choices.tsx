import type { UseFormRegisterReturn } from 'react-hook-form'

interface ChoicesProps<Value extends string> {
  label: string
  names: Record<Value, string>
  error?: string | undefined
  registration: UseFormRegisterReturn
}

/** Checkboxes of one field. */
export const Choices = <Value extends string>({ label, names, error, registration }: ChoicesProps<Value>) => (
  <fieldset className="grid gap-1">
    <legend className="mb-1 font-medium text-sm">{label}</legend>
    {Object.entries<string>(names).map(([value, name]) => (
      <label key={value} className="flex min-h-9 items-center gap-3">
        <input type="checkbox" value={value} className="size-4.5 flex-none accent-brand" {...registration} />
        <span>{name}</span>
      </label>
    ))}
    {error && (
      <p role="alert" className="text-danger text-sm">
        {error}
      </p>
    )}
  </fieldset>
)
