import buildSerializer from 'fast-json-stringify'
import { memoize } from '#contract/values/memoize.ts'
import { z } from '#contract/zod.ts'

/** Compiles a serializer that drops fields which the contract does not name. */
const compileSerializer = memoize((schema: z.ZodMiniType): ((data: unknown) => string) => {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    override: ({ jsonSchema: node }) => {
      // The serializer must neither check nor convert text: stores return wire formats.
      delete node.format
      delete node.pattern
    },
  })
  return buildSerializer(jsonSchema as Parameters<typeof buildSerializer>[0])
})

/** Compiles with the first response: all endpoints of the contract take longer than the rest of a start. */
export const createSerializer =
  (schema: z.ZodMiniType) =>
  (data: unknown): string =>
    compileSerializer(schema)(data)
