import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../errors.ts'

/** The order of a list of choices says nothing. */
const ofAnyOrder = (value: unknown): unknown => (Array.isArray(value) ? value.toSorted() : value)

const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(ofAnyOrder(one), ofAnyOrder(other))

/**
 * Puts the fields of `change` over what is stored. A field that still has the value of `was`, what the caller had shown, stays
 * as it is stored. Throws `stale_setting` with what is stored if a field has changed since `was` and the change names a third
 * value. Without `was`, every field of `change` is taken.
 */
export const mergeChange = <Form extends object>(
  stored: Form,
  change: { [Field in keyof Form]?: Form[Field] | undefined },
  was: { [Field in keyof Form]?: Form[Field] | undefined } = {},
): Form => {
  const given = (Object.keys(change) as (keyof Form)[]).filter(field => change[field] !== undefined)
  const isKnown = (field: keyof Form) => was[field] !== undefined
  const changed = given.filter(field => !isKnown(field) || !isSame(change[field], was[field]))
  const isStale = (field: keyof Form) =>
    isKnown(field) && !isSame(stored[field], was[field]) && !isSame(stored[field], change[field])
  if (changed.some(isStale)) throw new AppError('stale_setting', { current: stored })
  return { ...stored, ...Object.fromEntries(changed.map(field => [field, change[field]])) }
}
