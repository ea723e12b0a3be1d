import { expect, it } from 'vitest'
import { groupDuplicates } from './group-duplicates.ts'

it('groups leads of one phone or e-mail, also through a third lead', () => {
  const groups = groupDuplicates([
    { id: 'a', phone: '1', email: 'a' },
    { id: 'b', phone: '2', email: 'b' },
    { id: 'c', phone: '1', email: 'b' },
    { id: 'd', phone: '3', email: null },
    { id: 'e', phone: null, email: null },
    { id: 'f', phone: '3', email: 'f' },
    { id: 'g', phone: '2', email: null },
  ])
  expect(groups.map(group => group.toSorted())).toEqual([
    ['a', 'b', 'c', 'g'],
    ['d', 'f'],
  ])
})
