import type Stripe from 'stripe'
import type { Account } from '../account/account.ts'
import { customerTime } from '../account/clock.ts'
import { emit } from '../account/emit.ts'
import { newId } from '../account/ids.ts'
import { newTaxId } from '../objects/customer.ts'
import { newPaymentMethod } from '../objects/payment-method.ts'
import type { Card } from './card-form.ts'

/** Stores the card without its number, and the CPF or CNPJ of the form. */
export const attachCard = (account: Account, customer: Stripe.Customer, card: Card): string => {
  const { state } = account
  const created = customerTime(account, customer.id)
  const method = newPaymentMethod({ id: newId('pm'), created, customer: customer.id, email: customer.email, card })
  state.paymentMethods[method.id] = method
  state.cards[method.id] = card.behavior
  emit(account, 'payment_method.attached', method)
  const { taxNumber } = card
  if (
    taxNumber &&
    !Object.values(state.taxIds).some(({ customer: of, value }) => of === customer.id && value === taxNumber.value)
  ) {
    const taxId = newTaxId({ id: newId('txi'), created, customer: customer.id, ...taxNumber })
    state.taxIds[taxId.id] = taxId
    emit(account, 'customer.tax_id.created', taxId)
  }
  return method.id
}
