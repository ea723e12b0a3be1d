import { parseTaxId, type TaxNumber } from './tax-number.ts'
import { type CardBehavior, testCards } from './test-cards.ts'

export interface Card {
  brand: string
  country: string
  last4: string
  expMonth: number
  expYear: number
  name: string
  taxNumber: TaxNumber | undefined
  behavior: CardBehavior
}

export type CardFields = Partial<Record<'number' | 'expiry' | 'cvc' | 'name' | 'taxId', string>>
export type CardFormResult = { card: Card } | { errors: CardFields }

export const passesLuhn = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, char, index) => {
    const doubled = Number(char) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return /^\d{12,19}$/.test(digits) && sum % 10 === 0
}

/** Parses 'MM/AA'. Returns `undefined` for an invalid or past month. */
export const parseExpiry = (text: string, now: Date): { month: number; year: number } | undefined => {
  const parts = /^(\d{1,2})\s*\/\s*(?:20)?(\d{2})$/.exec(text.trim())
  const month = Number(parts?.[1])
  const year = 2000 + Number(parts?.[2])
  if (!parts || month < 1 || month > 12) return undefined
  const hasPassed = year * 12 + month - 1 < now.getUTCFullYear() * 12 + now.getUTCMonth()
  return hasPassed || year > now.getUTCFullYear() + 50 ? undefined : { month, year }
}

const numberError = (digits: string): string | undefined => {
  if (digits === '') return 'Informe o número do cartão.'
  if (!passesLuhn(digits)) return 'O número do cartão não é válido.'
  if (!testCards[digits]) return 'Use um dos cartões de teste listados abaixo.'
  return undefined
}

/** Parses a card form. The card number never leaves this function. */
export const parseCard = (form: Record<string, unknown>, now: Date): CardFormResult => {
  const textOf = (key: string) => (typeof form[key] === 'string' ? form[key].trim() : '')
  const digits = textOf('number').replace(/[\s.-]/g, '')
  const testCard = testCards[digits]
  const expiry = parseExpiry(textOf('expiry'), now)
  const taxNumber = parseTaxId(textOf('taxId'))
  const errors: CardFields = {}
  const wrongNumber = numberError(digits)
  if (wrongNumber) errors.number = wrongNumber
  if (!expiry) errors.expiry = 'Informe a validade no formato MM/AA, ainda não vencida.'
  if (!new RegExp(testCard?.brand === 'amex' ? '^\\d{4}$' : '^\\d{3,4}$').test(textOf('cvc')))
    errors.cvc = 'Informe o código de segurança.'
  if (textOf('name').length < 2) errors.name = 'Informe o nome como está no cartão.'
  if (textOf('taxId') !== '' && !taxNumber) errors.taxId = 'O CPF ou CNPJ não é válido.'
  if (!testCard || !expiry || Object.keys(errors).length > 0) return { errors }
  return {
    card: {
      brand: testCard.brand,
      country: testCard.country,
      behavior: testCard.behavior,
      last4: digits.slice(-4),
      expMonth: expiry.month,
      expYear: expiry.year,
      name: textOf('name').slice(0, 120),
      taxNumber,
    },
  }
}
