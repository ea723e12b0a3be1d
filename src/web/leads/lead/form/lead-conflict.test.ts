import { describe, expect, it } from 'vitest'
import { differences, formatField, mergeUntouched, mergeVersions } from './lead-conflict.ts'
import { newLeadValues } from './lead-values.ts'

const opened = {
  ...newLeadValues(new Date('2026-11-20T12:00:00-03:00')),
  nome: 'Ana',
  valorServico: 100,
  negocio: 'Padaria',
}
const mine = { ...opened, nome: 'Ana Souza' }
const theirs = { ...opened, valorServico: 250.5, nome: 'Ana Lima' }

describe('two versions of a lead', () => {
  it('conflict where they differ and suggest the side that changed the field', () => {
    expect(differences(opened, mine, theirs)).toEqual([
      { field: 'nome', suggested: 'mine' },
      { field: 'valorServico', suggested: 'theirs' },
    ])
  })

  it('do not conflict where both made the same change', () => {
    expect(differences(opened, mine, { ...mine })).toEqual([])
  })

  it('do not conflict where only mine changed', () => {
    expect(differences(opened, mine, { ...opened, valorServico: 250.5 })).toEqual([
      { field: 'valorServico', suggested: 'theirs' },
    ])
  })

  it('take their value for unchanged fields and conflict where both changed', () => {
    const written = { ...mine, negocio: 'Confeitaria' }
    const next = mergeUntouched(opened, written, theirs)
    expect(next.mine).toEqual({ ...theirs, nome: 'Ana Souza', negocio: 'Confeitaria' })
    expect(next.seen).toEqual({ ...theirs, nome: 'Ana' })
    expect(differences(next.seen, next.mine, theirs)).toEqual([{ field: 'nome', suggested: 'mine' }])
  })

  it('are merged by choice', () => {
    const merged = mergeVersions(mine, theirs, { nome: 'mine', valorServico: 'theirs' })
    expect(merged).toEqual({ ...opened, nome: 'Ana Souza', valorServico: 250.5 })
  })

  it('are formatted for reading', () => {
    expect(formatField(theirs, 'valorServico').replace('\u00a0', ' ')).toBe('R$ 250,50')
    expect(formatField(opened, 'dataProspeccao')).toBe('20/11/2026')
    expect(formatField(opened, 'dataFechamento')).toBe('-')
    expect(formatField(opened, 'status')).toBe('Novo Lead')
    expect(formatField({ ...opened, telefone: '11987654321' }, 'telefone')).toBe('(11) 98765-4321')
  })
})
