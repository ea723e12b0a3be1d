/** A CPF or CNPJ without punctuation. */
export interface TaxNumber {
  kind: 'cpf' | 'cnpj'
  value: string
}

/** Since July 2026 a CNPJ may have letters: each counts as its ASCII code minus 48, like the digits. */
const digitValue = (character: string): number => character.charCodeAt(0) - 48

/** Modulo 11, with weights that grow from 2 on the right and start again after `maxWeight`. */
const checkDigit = (characters: string, maxWeight: number): string => {
  const sum = [...characters]
    .reverse()
    .reduce((total, character, index) => total + digitValue(character) * (2 + (index % (maxWeight - 1))), 0)
  const rest = sum % 11
  return String(rest < 2 ? 0 : 11 - rest)
}

const hasCheckDigits = (text: string, maxWeight: number): boolean => {
  const base = text.slice(0, -2)
  const first = checkDigit(base, maxWeight)
  return text === base + first + checkDigit(base + first, maxWeight)
}

/** Numbers such as 111.111.111-11 have right check digits, but are never assigned. */
const isRepeated = (text: string): boolean => /^(.)\1+$/.test(text)

/** Accepts any punctuation and letter case. Returns `undefined` for wrong check digits. */
export const parseTaxNumber = (text: string): TaxNumber | undefined => {
  const value = text.replace(/[\s./-]/g, '').toUpperCase()
  if (isRepeated(value)) return undefined
  if (/^\d{11}$/.test(value)) return hasCheckDigits(value, 11) ? { kind: 'cpf', value } : undefined
  return /^[\dA-Z]{12}\d\d$/.test(value) && hasCheckDigits(value, 9) ? { kind: 'cnpj', value } : undefined
}

/** Returns 529.982.247-25 or 12.ABC.345/01DE-35, and other text unchanged. */
export const formatTaxNumber = (value: string): string =>
  value.length === 11
    ? value.replace(/^(.{3})(.{3})(.{3})(..)$/, '$1.$2.$3-$4')
    : value.replace(/^(..)(.{3})(.{3})(.{4})(..)$/, '$1.$2.$3/$4-$5')
