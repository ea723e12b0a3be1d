import { z } from '../zod.ts'

/** R$ 999.999.999,99, the largest value of a lead. */
export const maxCentavos = 99_999_999_999

const hasTwoDecimals = (reais: number): boolean => Number(reais.toFixed(2)) === reais

/** BRL with at most two decimals. */
export const Reais = z
  .number({ error: 'Informe um valor em reais' })
  .check(
    z.gte(0, { error: 'O valor não pode ser negativo' }),
    z.lte(maxCentavos / 100, { error: 'O valor máximo é R$ 999.999.999,99' }),
    z.refine(hasTwoDecimals, { error: 'Use no máximo duas casas decimais' }),
  )

export const toCentavos = (reais: number): number => Math.round(reais * 100)
export const toReais = (centavos: number): number => centavos / 100

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const brlRounded = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL', maximumFractionDigits: 0 })

/** 1234.5 → "R$ 1.234,50" (with Intl's no-break space). */
export const formatReais = (reais: number): string => brl.format(reais)

/** 1234.5 → "R$ 1.235", for headings. Show the exact sum in a title attribute. */
export const formatReaisRounded = (reais: number): string => brlRounded.format(reais)

/** Formats an amount in the currency's smallest unit, as Stripe reports it: 7900 of "brl" → "R$ 79,00". */
export const formatMinorUnits = (smallestUnits: number, currency: string): string => {
  const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(smallestUnits / 10 ** maximumFractionDigits)
}

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
