import { describe, expect, it } from 'vitest'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { z } from './zod.ts'

interface Text {
  where: string
  schema: z.core.$ZodType
}

/** Lists every string schema, at any depth. */
const textsIn = (schema: z.core.$ZodType, where: string): Text[] => {
  const def = schema._zod.def as z.core.$ZodTypeDef & Record<string, unknown>
  const inner = (value: unknown, name = ''): Text[] =>
    value instanceof Object && '_zod' in value ? textsIn(value as z.core.$ZodType, where + name) : []
  switch (def.type) {
    case 'string':
      return [{ where, schema }]
    case 'object':
      return Object.entries(def.shape as object).flatMap(([name, field]) => inner(field, `.${name}`))
    case 'union':
      return (def.options as unknown[]).flatMap(option => inner(option))
    default:
      return [def.innerType, def.element, def.in, def.out].flatMap(part => inner(part))
  }
}

const sent = Object.entries(api).flatMap(([group, members]) =>
  Object.entries<Endpoint>(members).flatMap(([name, { params, query, body }]) =>
    [params, query, body].flatMap(part => (part ? textsIn(part, `${group}.${name}`) : [])),
  ),
)

describe('every string in a request', () => {
  it('is found by this test', () => {
    expect(sent.length).toBeGreaterThan(40)
    expect(sent.map(({ where }) => where)).toContain('leads.sync.leads.createdAt')
  })

  it.each(sent)('$where checks the length before any other rule', ({ schema }) => {
    const [first] = (schema._zod.def as z.core.$ZodStringDef).checks ?? []
    expect(first?._zod.def).toMatchObject({ check: 'max_length', abort: true })
  })

  const floods = ['9', 'a@', '.', ' '].map(piece => piece.repeat(8_000_000 / piece.length))
  it.each(sent)('$where rejects eight megabytes', ({ schema }) => {
    for (const flood of floods) expect(z.safeParse(schema as z.ZodMiniType, flood).success).toBe(false)
  })
})
