import { expect, it } from 'vitest'
import { createTextSet } from './text-set.ts'

it('has the texts that were added, and no others', () => {
  const texts = createTextSet()
  const phones = Array.from({ length: 20_000 }, (_, index) => String(11_900_000_000 + index))
  for (const phone of [...phones, ...phones]) texts.add(phone)
  expect(phones.filter(phone => !texts.has(phone))).toEqual([])
  expect(phones.filter(phone => texts.has(`${phone}0`))).toEqual([])
})
