export interface Proration {
  /** Cents given back for what is left of the old price: zero or negative. */
  credit: number
  /** Cents for what is left of the period at the new price. */
  debit: number
}

interface Change {
  oldAmount: number
  newAmount: number
  start: number
  end: number
  at: number
}

/** Unused old against remaining new, by the second, in whole cents. Approximates Stripe, whose rounding is not public. */
export const prorate = ({ oldAmount, newAmount, start, end, at }: Change): Proration => {
  const left = Math.min(Math.max(end - at, 0), end - start)
  const share = (amount: number) => Math.round((amount * left) / (end - start))
  return { credit: 0 - share(oldAmount), debit: share(newAmount) }
}
