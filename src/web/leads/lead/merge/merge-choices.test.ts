import { expect, it } from 'vitest'
import { aLead } from '../../testing/a-lead.ts'
import { mergeChoices } from './merge-choices.ts'

it('offers the fields that differ, and suggests the value of the kept lead, or the first one there is', () => {
  const kept = aLead({ _id: 'a', nome: 'Ana', email: '', formaPagamento: null })
  const other = aLead({ _id: 'b', nome: 'Ana Souza', email: 'ana@exemplo.com.br', formaPagamento: 'Pix' })
  const choices = mergeChoices([kept, other, aLead({ ...other, _id: 'c' })], new Date())
  expect(choices.map(({ label, options, suggested }) => [label, options.map(({ text }) => text), suggested])).toEqual([
    ['Nome', ['Ana', 'Ana Souza'], 'a'],
    ['E-mail', ['-', 'ana@exemplo.com.br'], 'b'],
    ['Forma de pagamento', ['-', 'Pix'], 'b'],
  ])
})
