import fc from 'fast-check'
import { expect, it } from 'vitest'
import { filterReaders } from './filter-readers.ts'
import { filters } from './lead-filters.ts'
import { stages } from './lead-status.ts'

const names = Object.keys(filterReaders) as (keyof typeof filterReaders)[]

const id = '01939C3E-7a00-7000-8000-000000000001'
const edges = ['', ' ', 'none', 'NONE', 'true', id, `${id}0`, 'a\u0000b', 'a\ud800b', 'a'.repeat(100), 'a'.repeat(101)]
const date = fc.stringMatching(/^(18|19|20|22)\d\d-[01]\d-[0-3]\d(T00:00:00(\.0{1,7})?Z)?$/)
const value = fc.oneof(
  fc.constantFrom(...edges, ...stages, 'proposta-aceita'),
  date,
  fc.uuid(),
  fc.string({ unit: 'binary' }),
)

it.each(names)('the browser reads %s as the server does', name => {
  fc.assert(
    fc.property(value, text => {
      const read = filters[name].safeParse(text)
      expect(filterReaders[name](text)).toBe(read.success ? read.data : undefined)
    }),
    { numRuns: 500 },
  )
})
