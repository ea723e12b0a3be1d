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

it('links leads through others that were not told apart from them', () => {
  const same = ['a', 'b', 'c', 'd'].map(id => ({ id, phone: '1', email: null }))
  const pair = (one: string, other: string) => ({ one, other })
  expect(groupDuplicates(same.slice(0, 2), [pair('a', 'b')])).toEqual([])
  expect(groupDuplicates(same.slice(0, 3), [pair('a', 'b')])).toEqual([['a', 'b', 'c']])
  expect(groupDuplicates(same.slice(0, 3), [pair('a', 'b'), pair('a', 'c')])).toEqual([['b', 'c']])
  expect(groupDuplicates(same, [pair('a', 'c'), pair('a', 'd'), pair('b', 'c'), pair('b', 'd')])).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})
