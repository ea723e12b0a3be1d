import { formatTaxNumber, parseTaxNumber } from '#contract/billing/tax-number.ts'
import type { StoredFiscalData } from '../stores/fiscal-store.ts'
import { isInvalidRequest, isNotFound, type Stripe } from '../stripe/stripe.ts'

const toAddress = ({ street, number, complement, district, city, state, cep }: StoredFiscalData) => ({
  line1: `${street}, ${number}`,
  line2: [complement, district].filter(Boolean).join(', '),
  city,
  state,
  postal_code: `${cep.slice(0, 5)}-${cep.slice(5)}`,
  country: 'BR',
})

const isBrazilian = ({ type }: Stripe.TaxId): boolean => type === 'br_cpf' || type === 'br_cnpj'

/** Leaves our number as the only CPF or CNPJ. Returns `false` if Stripe does not accept it. */
const writeTaxId = async (stripe: Stripe, customer: string, taxId: string): Promise<boolean> => {
  const { data } = await stripe.customers.listTaxIds(customer, { limit: 100 })
  const known = data.filter(isBrazilian)
  const same = known.find(({ value }) => parseTaxNumber(value)?.value === taxId)
  let isAccepted = true
  if (!same) {
    const type = taxId.length === 11 ? 'br_cpf' : 'br_cnpj'
    try {
      await stripe.customers.createTaxId(customer, { type, value: formatTaxNumber(taxId) })
    } catch (error) {
      if (!isInvalidRequest(error)) throw error
      isAccepted = false
    }
  }
  for (const other of known) {
    if (other === same) continue
    await stripe.customers.deleteTaxId(customer, other.id).catch(error => {
      if (!isNotFound(error)) throw error
    })
  }
  return isAccepted
}

/**
 * Makes the customer a copy of the fiscal data, whatever Stripe's pages collected before. Returns `false` if Stripe does not
 * accept the number: name and address are written in any case.
 */
export const writeFiscalData = async (stripe: Stripe, customer: string, data: StoredFiscalData): Promise<boolean> => {
  await stripe.customers.update(customer, { name: data.legalName, address: toAddress(data) })
  return writeTaxId(stripe, customer, data.taxId)
}
