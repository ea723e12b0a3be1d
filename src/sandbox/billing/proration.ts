export interface Proration {
  /** Cents for the unused time at the old price: zero or negative. */
  credit: number
  /** Cents for the remaining time at the new price. */
  debit: number
}

interface Change {
  oldAmount: number
  newAmount: number
  start: number
  end: number
  at: number
}

/** Prorates by the second, in whole cents. Approximates Stripe, whose rounding is not public. */
export const prorate = ({ oldAmount, newAmount, start, end, at }: Change): Proration => {
  const left = Math.min(Math.max(end - at, 0), end - start)
  const share = (amount: number) => Math.round((amount * left) / (end - start))
  return { credit: 0 - share(oldAmount), debit: share(newAmount) }
}
