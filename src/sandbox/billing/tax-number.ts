export interface TaxNumber {
  type: 'br_cpf' | 'br_cnpj'
  value: string
}

/** The alphanumeric CNPJ of 2026 gives letters the value of their character code minus 48. */
const digitValue = (char: string): number => char.charCodeAt(0) - 48

const checkDigit = (chars: string, weights: readonly number[]): string => {
  const rest = [...chars].reduce((sum, char, index) => sum + digitValue(char) * (weights[index] ?? 0), 0) % 11
  return String(rest < 2 ? 0 : 11 - rest)
}

const cnpjWeights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

const isCpf = (text: string): boolean => {
  if (!/^\d{11}$/.test(text) || /^(\d)\1+$/.test(text)) return false
  const first = checkDigit(text.slice(0, 9), [10, 9, 8, 7, 6, 5, 4, 3, 2])
  const second = checkDigit(text.slice(0, 9) + first, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  return text.endsWith(first + second)
}

const isCnpj = (text: string): boolean => {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || /^(\d)\1+$/.test(text)) return false
  const first = checkDigit(text.slice(0, 12), cnpjWeights.slice(1))
  const second = checkDigit(text.slice(0, 12) + first, cnpjWeights)
  return text.endsWith(first + second)
}

/** Parses a CPF or CNPJ, with or without punctuation, into Stripe's format. Returns `undefined` for wrong check digits. */
export const parseTaxId = (input: string): TaxNumber | undefined => {
  const text = input.replace(/[\s./-]/g, '').toUpperCase()
  if (isCpf(text)) return { type: 'br_cpf', value: text.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4') }
  if (isCnpj(text)) return { type: 'br_cnpj', value: text.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5') }
  return undefined
}
