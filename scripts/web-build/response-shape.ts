import type { JsonShape } from '../../src/contract/json-shape.ts'
import { z } from '../../src/contract/zod.ts'

interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

const unsupported = 'json-shape.ts has no notation for a part of a response'

/** Kinds of a value that is no list. */
const kindsOf = ({ type, items, anyOf }: JsonSchema): string[] => {
  if (anyOf) return anyOf.flatMap(kindsOf)
  if (type === undefined || items) throw new Error(unsupported)
  return [type].flat().map(kind => (kind === 'integer' ? 'number' : kind))
}

const shapeOf = (schema: JsonSchema): JsonShape => {
  const { type, properties, required = [], items } = schema
  if (type === 'array' && items) return [shapeOf(items)]
  if (type !== 'object' || !properties) return kindsOf(schema).join('|')
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    required.includes(name) ? shapeOf(field) : [...kindsOf(field), 'undefined'].join('|'),
  ])
  return Object.fromEntries(fields)
}

/**
 * Returns the fields of a response and their kinds. Of an object that may be null or absent, the fields are left out. Throws for
 * lists that may be null or absent.
 */
export const responseShape = (response: z.ZodMiniType): JsonShape => shapeOf(z.toJSONSchema(response) as JsonSchema)
