import { formatReais, formatReaisRounded } from '#contract/values/money.ts'

/** Formats a monthly price: "R$ 79", with cents only if there are any. */
export const formatPrice = (price: number): string =>
  Number.isInteger(price) ? formatReaisRounded(price) : formatReais(price)
