import { groupThousands } from './numbers.ts'

/** R$ 999.999.999,99, the largest value of a lead. */
export const maxCentavos = 99_999_999_999

export const toCentavos = (reais: number): number => Math.round(reais * 100)
export const toReais = (centavos: number): number => centavos / 100

const formatBrl = (reais: number, decimals: 0 | 2): string => {
  const [units = '', centavos] = Math.abs(reais).toFixed(decimals).split('.')
  return `${reais < 0 ? '-' : ''}R$\u00A0${groupThousands(units)}${centavos ? `,${centavos}` : ''}`
}

/** 1234.5 → "R$ 1.234,50", with a no-break space as Intl writes it. */
export const formatReais = (reais: number): string => formatBrl(reais, 2)

/** 1234.5 → "R$ 1.235", for headings. Show the exact sum in a title attribute. */
export const formatReaisRounded = (reais: number): string => formatBrl(reais, 0)

/** Formats an amount in the currency's smallest unit, as Stripe reports it: 7900 of "brl" → "R$ 79,00". */
export const formatMinorUnits = (smallestUnits: number, currency: string): string => {
  const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(smallestUnits / 10 ** maximumFractionDigits)
}
