import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPrice } from './contract-catalog.ts'
import { type ContractTarget, openContractTarget } from './contract-target.ts'

const timeoutMs = 120_000

let target: ContractTarget
let stripe: Stripe
let basic: Stripe.Price

beforeAll(async () => {
  target = await openContractTarget()
  console.log(`Contract of payments in Brazil, target: ${target.name}`)
  stripe = target.stripe
  basic = await createPrice(stripe, 'basic', 2900)
}, timeoutMs)
afterAll(() => target.stop())

const aCustomer = () => stripe.customers.create({ metadata: { app: 'contract' } })
const valuesOf = async (customer: string) =>
  (await stripe.customers.listTaxIds(customer)).data.map(({ type, value }) => [type, value])
const checkoutFor = (customer: string, methods: Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType[]) =>
  stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: basic.id, quantity: 1 }],
    allowed_payment_method_types: methods,
    tax_id_collection: { enabled: false },
    customer_update: { name: 'never', address: 'never' },
    success_url: 'https://example.com/dashboard?success=true',
  })

describe('Stripe in Brazil', () => {
  it(
    'replaces the CPF or CNPJ of a customer',
    async () => {
      const { id } = await aCustomer()
      const cpf = await stripe.customers.createTaxId(id, { type: 'br_cpf', value: '529.982.247-25' })
      await stripe.customers.createTaxId(id, { type: 'br_cnpj', value: '11.222.333/0001-81' })
      await stripe.customers.deleteTaxId(id, cpf.id)
      expect(await valuesOf(id)).toEqual([['br_cnpj', '11.222.333/0001-81']])
    },
    timeoutMs,
  )

  // The documentation does not say. If this fails on Stripe, the product says at the fiscal data that Stripe lacks the number.
  it(
    'accepts a CNPJ with letters',
    async () => {
      const { id } = await aCustomer()
      await stripe.customers.createTaxId(id, { type: 'br_cnpj', value: '12.ABC.345/01DE-35' })
      expect(await valuesOf(id)).toEqual([['br_cnpj', '12.ABC.345/01DE-35']])
    },
    timeoutMs,
  )

  it(
    'keeps name and address of the customer in a checkout that may not update them',
    async () => {
      const { id } = await aCustomer()
      const session = await checkoutFor(id, ['card'])
      expect(session.tax_id_collection?.enabled ?? false).toBe(false)
      expect(session.payment_method_types).toEqual(['card'])
    },
    timeoutMs,
  )

  // Pages of the documentation contradict each other, and the account's country decides: see decision 039.
  it.each(['boleto', 'pix'] as const)(
    'sells subscriptions by %s',
    async method => {
      const { id } = await aCustomer()
      const session = await checkoutFor(id, ['card', method])
      expect(session.payment_method_types).toContain(method)
    },
    timeoutMs,
  )
})
