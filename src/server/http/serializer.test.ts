import { expect, it } from 'vitest'
import { z } from '#contract/zod.ts'
import { createSerializer } from './serializer.ts'

const schema = z.object({
  nome: z.string(),
  next: z.nullable(z.object({ day: z.string() })),
  note: z.optional(z.string()),
  items: z.array(z.object({ value: z.number() })),
})
const serialize = createSerializer(schema)
const exact = { nome: 'Ana "e" Bia\u2028', next: null, items: [{ value: 1.5 }] }

it.each([
  ['exact', exact],
  ['with an undefined field', { ...exact, note: undefined }],
  ['with a field too many', { ...exact, secret: 1 }],
  ['with one too many in a list', { ...exact, items: [{ value: 1.5, secret: 1 }] }],
  ['with an accessor of its class', Object.assign(Object.create({ secret: 1 }), exact)],
])('sends the fields of the contract of a value %s', (_, value) => {
  expect(JSON.parse(serialize(value))).toEqual(exact)
})

it('sends nullable objects', () => {
  const value = { ...exact, next: { day: '2026-11-20' } }
  expect(JSON.parse(serialize(value))).toEqual(value)
  expect(JSON.parse(serialize({ ...value, secret: 1 }))).toEqual(value)
})

it('rejects a value without a required field', () => {
  expect(() => serialize({ ...exact, nome: undefined })).toThrow('"nome" is required!')
  expect(() => serialize({ ...exact, items: [{}] })).toThrow('"value" is required!')
})
