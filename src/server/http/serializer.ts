import buildSerializer from 'fast-json-stringify'
import { memoize } from '#contract/values/memoize.ts'
import { z } from '#contract/zod.ts'

interface Node {
  properties?: Record<string, Node>
  required?: readonly string[]
  items?: Node
  anyOf?: readonly Node[]
  type?: string | readonly string[]
}

type IsExact = (value: unknown) => boolean

const never: IsExact = () => false
const isScalar: IsExact = value => typeof value !== 'object' || value === null

const ofObject = ({ properties = {}, required = [] }: Node): IsExact => {
  const fields = new Map(
    Object.entries(properties).map(([name, node]) => [
      name,
      { isRequired: required.includes(name), is: exactness(node) },
    ]),
  )
  return value => {
    if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false
    let found = 0
    for (const name in value) {
      const part = (value as Record<string, unknown>)[name]
      if (part === undefined) continue
      const field = fields.get(name)
      if (!field?.is(part)) return false
      if (field.isRequired) found++
    }
    return found === required.length
  }
}

/** Returns whether a value has all fields of the schema and no others, at every level. Without certainty, it has not. */
const exactness = (node: Node): IsExact => {
  if (node.properties) return ofObject(node)
  if (node.items) {
    const isItem = exactness(node.items)
    return value => Array.isArray(value) && value.every(isItem)
  }
  const [one, none] = node.anyOf ?? []
  if (one && none?.type === 'null' && node.anyOf?.length === 2) {
    const isOne = exactness(one)
    return value => value === null || isOne(value)
  }
  const types = [node.type ?? 'object'].flat()
  return types.includes('object') || types.includes('array') ? never : isScalar
}

/**
 * Compiles a serializer that drops fields which the contract does not name. What has none to drop is left to the engine, which
 * is faster: a board has 10,000 values.
 */
const compileSerializer = memoize((schema: z.ZodMiniType): ((data: unknown) => string) => {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    override: ({ jsonSchema: node }) => {
      // The serializer must neither check nor convert text: stores return wire formats.
      delete node.format
      delete node.pattern
    },
  })
  const isExact = exactness(jsonSchema as Node)
  const serialize = buildSerializer(jsonSchema as Parameters<typeof buildSerializer>[0])
  return data => (isExact(data) ? JSON.stringify(data) : serialize(data))
})

/** Compiles with the first response: all endpoints of the contract take longer than the rest of a start. */
export const createSerializer =
  (schema: z.ZodMiniType) =>
  (data: unknown): string =>
    compileSerializer(schema)(data)
