import type { Locator } from '@playwright/test'

/** Returns where an element is. Throws if it is not on the screen. */
export const boxOf = async (target: Locator) => {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not on the screen`)
  return box
}

export const centerOf = async (target: Locator) => {
  const { x, y, width, height } = await boxOf(target)
  return { x: x + width / 2, y: y + height / 2 }
}

/** Returns the x of an element's text, in CSS pixels. */
export const textStart = (target: Locator): Promise<number> =>
  target.evaluate(element => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().x
  })
