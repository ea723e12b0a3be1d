import { afterAll, beforeAll } from 'vitest'
import { hashCost } from '../auth/password.ts'

const productCost = { ...hashCost }

/** Most tests sign people up, and none of them tests the strength of the hash: at full cost, hashes take half of the time. */
export const hashCheaply = (): void => {
  Object.assign(hashCost, { memoryCost: 8, timeCost: 1 })
}

/** Hashes like the product in this test file. */
export const hashLikeTheProduct = (): void => {
  beforeAll(() => void Object.assign(hashCost, productCost))
  afterAll(hashCheaply)
}
