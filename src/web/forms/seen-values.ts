import { ApiError } from '#web/lib/requests/api-error.ts'
import { isSameValue } from './form-draft.ts'

/** Returns what is stored from a `stale_setting` error. */
export const storedOf = (error: unknown): object | undefined =>
  error instanceof ApiError && error.code === 'stale_setting' ? (error.current as object) : undefined

const fieldsOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values & string)[]

/** Returns the fields that were changed in the form and in storage, to different values. */
export const changedByBoth = <Values extends object>(
  seen: Values,
  mine: Values,
  stored: Values,
  fields: readonly (keyof Values & string)[] = fieldsOf(mine),
) =>
  fields.filter(
    field =>
      !isSameValue(mine[field], seen[field]) &&
      !isSameValue(stored[field], seen[field]) &&
      !isSameValue(stored[field], mine[field]),
  )

/** Fields without input take what is stored. */
export const mergeTyped = <Values extends object>(
  seen: Values,
  mine: Values,
  stored: Values,
  fields: readonly (keyof Values & string)[] = fieldsOf(mine),
): Values => {
  const typed = fields.filter(field => !isSameValue(mine[field], seen[field]))
  return { ...stored, ...Object.fromEntries(typed.map(field => [field, mine[field]])) }
}
