/** R$ 999.999.999,99, the largest value of a lead. */
export const maxCentavos = 99_999_999_999

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
