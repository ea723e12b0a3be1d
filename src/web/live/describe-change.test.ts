import { describe, expect, it } from 'vitest'
import type { LiveChange } from '#contract/live/live.ts'
import { aLead } from '../leads/testing/a-lead.ts'
import { describeChange, describeChanges } from './describe-change.ts'

const id = '0192f0c4-0000-7000-8000-000000000001'
const lead = aLead({ nome: 'Padaria Sol', status: 'ganho' })
const change = (kind: LiveChange['kind'], stored: LiveChange['lead'] = lead): LiveChange => ({
  entity: 'lead',
  kind,
  id,
  by: id,
  lead: stored,
})
const names = { who: 'Marina Alves', lead: 'Padaria Sol', responsible: 'Rafael Nogueira', isOwn: false }

describe('the line of a change', () => {
  it.each([
    [change('moved'), 'Marina moveu Padaria Sol para Ganho (Fechou)'],
    [change('created'), 'Marina cadastrou Padaria Sol'],
    [change('restored'), 'Marina restaurou Padaria Sol'],
    [change('changed'), 'Marina alterou Padaria Sol'],
    [change('assigned'), 'Marina passou Padaria Sol para Rafael'],
    [change('removed', null), 'Marina excluiu Padaria Sol'],
    [change('left', null), 'Padaria Sol agora é de outra pessoa'],
  ])('tells who did what: %#', (one, line) => {
    expect(describeChange(one, names)).toBe(line)
  })

  it('speaks to the user about their own leads, and tells of leads without a responsible member', () => {
    expect(describeChange(change('assigned'), { ...names, isOwn: true })).toBe('Marina passou Padaria Sol para você')
    const nobody = { ...names, responsible: undefined }
    expect(describeChange(change('assigned'), nobody)).toBe('Marina deixou Padaria Sol sem responsável')
  })

  it('is absent for notes, and for leads that this browser never saw', () => {
    expect(describeChange({ ...change('created', null), entity: 'story' }, names)).toBeUndefined()
    expect(describeChange(change('left', null), { ...names, lead: undefined })).toBeUndefined()
    expect(describeChange(change('removed', null), { ...names, lead: undefined })).toBe('Marina excluiu um lead')
  })

  it('counts the other changes', () => {
    expect(describeChanges([])).toBeUndefined()
    expect(describeChanges(['a'])).toBe('a')
    expect(describeChanges(['a', 'b'])).toBe('b, e mais 1 mudança')
    expect(describeChanges(['a', 'b', 'c'])).toBe('c, e mais 2 mudanças')
  })
})
