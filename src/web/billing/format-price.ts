import { formatReais, formatReaisRounded } from '#contract/money.ts'

/** What a plan costs a month: "R$ 79", and the cents only where there are any. */
export const formatPrice = (price: number): string =>
  Number.isInteger(price) ? formatReaisRounded(price) : formatReais(price)
