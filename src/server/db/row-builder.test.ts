import { expect, it } from 'vitest'
import { rowBuilder } from './row-builder.ts'

const fields = (...names: string[]) => names.map(name => ({ name }))

it('builds rows by the columns of the result, also when a text has other columns than before', () => {
  const text = 'select * from grows'
  expect(rowBuilder(text, fields('id', 'nome'))([1, 'Ana'])).toEqual({ id: 1, nome: 'Ana' })
  expect(rowBuilder(text, fields('id', 'nome', 'since'))([1, 'Ana', null])).toEqual({ id: 1, nome: 'Ana', since: null })
  expect(rowBuilder(text, fields('nome', 'id', 'since'))(['Ana', 1, null])).toEqual({ id: 1, nome: 'Ana', since: null })
})

it('takes the last of two columns of one name, and any name', () => {
  expect(rowBuilder('select twice', fields('id', 'id', '?column?', '"'))([1, 2, 3, 4])).toEqual({
    id: 2,
    '?column?': 3,
    '"': 4,
  })
})
