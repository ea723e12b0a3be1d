import { maxCentavos } from './money.ts'

/** Digits fill the cents: "123456" → 123456 centavos. Drops the last digits above the maximum. */
export const parseTypedCentavos = (typed: string): number => {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '')
  return Number(digits.slice(0, String(maxCentavos).length))
}

const zerosOfScale = (scale: string): number => (/^mi(?!l$)/i.test(scale) ? 6 : 3)

/** Parses "12 mil" and "2,5k". A dot before three digits is ambiguous and returns `undefined`. */
const centavosOfScaled = (number: string, zeros: number): number | undefined => {
  const match = /^(\d+)(?:,(\d+)|\.(\d{1,2}))?$/.exec(number)
  if (!match) return undefined
  const [, whole = '', afterComma, afterDot] = match
  const decimals = afterComma ?? afterDot ?? ''
  return decimals.length <= zeros ? Number(whole + decimals.padEnd(zeros, '0')) * 100 : undefined
}

const centavosOfPlain = (number: string): number | undefined => {
  const match = /^(\d{1,3}([.,])\d{3}(?:\2\d{3})*|\d+)(?:([.,])(\d{1,2}))?$/.exec(number)
  if (!match || (match[2] && match[2] === match[3])) return undefined
  const [, whole = '', , , cents = ''] = match
  return Number(whole.replace(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'))
}

// One number with an optional currency, scale and billing period.
const amount =
  /^(?:R\$|BRL)?\s*(\d(?:[\d.,]*\d)?)\s*(mil|k|milh(?:ão|ao|ões|oes)|mi)?(?:\s*(?:de )?(?:reais|real|BRL))?(?:\s*(?:\/|por |ao )\s*(?:mês|mes|ano)|\s(?:mensal|mensais|anual|anuais))?\s*\.?$/i

/**
 * Parses a pasted amount into centavos: "R$ 1.234,56", "1,234.56", "1.234" (a thousand), "R$ 2.500/mês", "12 mil", "2,5k".
 * Returns `undefined` for ambiguous amounts, other currencies and amounts above the maximum.
 */
export const parsePastedCentavos = (pasted: string): number | undefined => {
  const [, number = '', scale] = amount.exec(pasted.normalize('NFC').trim()) ?? []
  const centavos = scale ? centavosOfScaled(number, zerosOfScale(scale)) : centavosOfPlain(number)
  return centavos !== undefined && centavos <= maxCentavos ? centavos : undefined
}
