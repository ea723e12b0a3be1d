import { parseTaxId, type TaxNumber } from './tax-number.ts'

/** Who a boleto or Pix is made out to. */
export interface Buyer {
  name: string
  taxNumber: TaxNumber
}
export type BuyerErrors = Partial<Record<'name' | 'taxId', string>>

export const parseBuyer = (form: Record<string, unknown>): { buyer: Buyer } | { errors: BuyerErrors } => {
  const textOf = (key: string) => (typeof form[key] === 'string' ? form[key].trim() : '')
  const name = textOf('name').slice(0, 120)
  const taxNumber = parseTaxId(textOf('taxId'))
  const errors: BuyerErrors = {}
  if (name.length < 2) errors.name = 'Informe o nome completo ou a razão social.'
  if (!taxNumber) errors.taxId = 'O CPF ou CNPJ não é válido.'
  return taxNumber && Object.keys(errors).length === 0 ? { buyer: { name, taxNumber } } : { errors }
}
