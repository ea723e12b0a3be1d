import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '#web/lib/requests/api-error.ts'

/** Shows the server's field errors and focuses the first. Returns whether there were any. */
export function applyServerErrors<Form extends FieldValues>(
  error: unknown,
  names: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
): boolean {
  if (!(error instanceof ApiError)) return false
  const named = names.filter(name => error.fields[name] !== undefined)
  for (const name of named) {
    setError(name, { type: 'server', message: error.fields[name] ?? '' }, { shouldFocus: name === named[0] })
  }
  return named.length > 0
}
