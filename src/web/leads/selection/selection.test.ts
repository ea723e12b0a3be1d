import { expect, it } from 'vitest'
import { aLead } from '../testing/a-lead.ts'
import { countSelected, isSelected, noSelection, selectLeads } from './selection.ts'

const [ana, bia] = [aLead({ _id: 'a', nome: 'Ana' }), aLead({ _id: 'b', nome: 'Bia' })]

it('counts the chosen leads, and with all that match, those that were not left out', () => {
  const one = selectLeads(noSelection, [ana], true)
  expect([isSelected(one, ana), isSelected(one, bia), countSelected(one, 2340)]).toEqual([true, false, 1])
  expect(countSelected(selectLeads(one, [ana], false), 2340)).toBe(0)
  const all = { ...noSelection, isAll: true }
  const allButBia = selectLeads(all, [ana, bia], false)
  expect(countSelected(selectLeads(allButBia, [ana], true), 2340)).toBe(2339)
  expect([isSelected(all, bia), isSelected(allButBia, bia)]).toEqual([true, false])
})
