/**
 * The fields of a JSON value and their kinds: `string`, or `string|null|undefined` for a field that may be null or absent.
 * A list has the shape of its items.
 */
export type JsonShape = string | [items: JsonShape] | { [field: string]: JsonShape }

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function fits(value: unknown, shape: JsonShape): boolean {
  if (typeof shape === 'string') return shape.split('|').includes(kindOf(value))
  if (Array.isArray(shape)) return Array.isArray(value) && value.every(item => fits(item, shape[0]))
  return (
    kindOf(value) === 'object' &&
    Object.entries(shape).every(([name, field]) => fits((value as Record<string, unknown>)[name], field))
  )
}

type Read = { success: true; data: unknown } | { success: false; error: Error }

/**
 * Stands for a response's schema in the browser: checks the fields and their kinds, not the formats. The build derives
 * `shape` from the schema, so that a page needs no zod to check who is signed in.
 */
export const shapeSchema = (shape: JsonShape): { safeParse: (value: unknown) => Read } => ({
  safeParse: value =>
    fits(value, shape)
      ? { success: true, data: value }
      : { success: false, error: new Error('The response lacks fields') },
})
