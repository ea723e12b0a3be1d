import { hash } from 'node:crypto'

/** 48 bits: among 200,000 texts, the chance of any two with the same key is below 1 in 10,000. Zero marks an empty slot. */
const keyOf = (text: string): number => hash('sha256', text, 'buffer').readUIntBE(0, 6) || 1

/** Remembers texts by their hashes, in 16 to 32 bytes each: a `Set` of the texts takes five times as much. */
export const createTextSet = () => {
  let slots = new Float64Array(1024)
  let size = 0

  /** Returns the slot of a key, or the empty slot where it belongs. */
  const find = (key: number): number => {
    let slot = key % slots.length
    while (slots[slot] !== 0 && slots[slot] !== key) slot = (slot + 1) % slots.length
    return slot
  }

  const grow = (): void => {
    const keys = slots.filter(key => key !== 0)
    slots = new Float64Array(2 * slots.length)
    for (const key of keys) slots[find(key)] = key
  }

  return {
    has: (text: string): boolean => slots[find(keyOf(text))] !== 0,
    add: (text: string): void => {
      if (2 * size >= slots.length) grow()
      const key = keyOf(text)
      const slot = find(key)
      if (slots[slot] === 0) size++
      slots[slot] = key
    },
  }
}
