/**
 * "1234567" → "1.234.567". Not by Intl: its first format loads the browser's language data, which takes a slow phone 100 ms before
 * it shows anything.
 */
export const groupThousands = (integer: string): string => integer.replace(/\B(?=(\d{3})+$)/g, '.')

/** 1234 → "1.234". Expects an integer. */
export const formatCount = (count: number | bigint): string => groupThousands(String(count))
