import { afterEach, describe, expect, it, vi } from 'vitest'
import { fiscalDataApi } from '#contract/billing/fiscal-data.ts'
import { teamApi } from '#contract/team/team.ts'
import { customerOf, waitForWebhooks } from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, goToCheckout, submitCheckout } from '../../testing/billing-app.ts'
import { aFiscalDataForm, aUser, type Person } from '../../testing/factories.ts'
import { pushChangedContacts } from '../reconcile-customers.ts'

const app = await billingApp()
const { call, payments } = app
const { stripe } = payments
afterEach(() => {
  app.sandbox.chaos.reject_tax_ids = false
})

const save = async ({ token }: Person, overrides = {}) => {
  const { status, data, error } = await call(fiscalDataApi.change, { token, body: aFiscalDataForm(overrides) })
  if (status !== 200) throw new Error(error.code)
  return data.fiscalData
}
const find = async ({ token }: Person) => (await call(fiscalDataApi.find, { token })).data.fiscalData
const taxIdsOf = async (customer: string) =>
  (await stripe.customers.listTaxIds(customer)).data.map(({ type, value }) => [type, value])
const customerAt = async (person: Person) => {
  const id = await customerOf(app, person)
  const customer = await stripe.customers.retrieve(id)
  if (customer.deleted) throw new Error('the customer is deleted')
  const { name, address, email } = customer
  return { id, name, address, email, taxIds: await taxIdsOf(id) }
}
const padaria = {
  name: 'Padaria Sol Ltda.',
  address: {
    line1: 'Avenida Paulista, 1000',
    line2: 'Sala 12, Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    postal_code: '01310-100',
    country: 'BR',
  },
  taxIds: [['br_cnpj', '11.222.333/0001-81']],
}

describe('fiscal data', () => {
  it('are stored without punctuation and reach Stripe at once', async () => {
    const person = await aPayingUser(app, 'basic')
    expect(await find(person)).toBeNull()
    const expected = {
      ...aFiscalDataForm(),
      taxId: '11222333000181',
      cep: '01310100',
      isSynced: true,
      taxIdRefused: false,
    }
    expect(await save(person)).toEqual(expected)
    expect(await find(person)).toEqual(expected)
    expect(await customerAt(person)).toMatchObject(padaria)
  })

  it.each([
    ['taxId', '11.222.333/0001-82', 'Confira o CPF ou CNPJ: os dígitos verificadores não batem'],
    ['taxId', ' ', 'Informe o CPF ou CNPJ'],
    ['cep', '0131-100', 'Informe o CEP com 8 números, como 01310-100'],
    ['legalName', ' ', 'Informe o nome completo ou a razão social'],
    ['street', 'Rua A\nRua B', 'Escreva em uma linha só'],
    ['state', 'XX', 'Escolha o estado'],
  ])('with %s "%s" are rejected', async (field, value, message) => {
    const { token } = await aUser(app)
    const body = { ...aFiscalDataForm(), [field]: value }
    const { error } = await call(fiscalDataApi.change, { token, body })
    expect([error.code, error.fields]).toEqual(['validation_failed', { [field]: message }])
  })

  it('wait for the customer, who gets them with the first checkout, which asks for nothing again', async () => {
    const person = await aUser(app)
    expect(await save(person, { taxId: '529.982.247-25', complement: null })).toMatchObject({ isSynced: true })
    const page = await goToCheckout(app, person.token, 'basic')
    const customer = await customerOf(app, person)
    const [session] = (await stripe.checkout.sessions.list({ customer })).data
    expect(session?.tax_id_collection?.enabled).toBe(false)
    await submitCheckout(page, { name: 'OUTRO NOME NO CARTAO' })
    await waitForWebhooks(app)
    expect(await customerAt(person)).toMatchObject({
      name: padaria.name,
      address: { line2: 'Bela Vista' },
      taxIds: [['br_cpf', '529.982.247-25']],
    })
  })

  it('replace what the checkout collected', async () => {
    const person = await aUser(app)
    const typed = { name: 'Mariana', taxId: '529.982.247-25' }
    await submitCheckout(await goToCheckout(app, person.token, 'basic'), typed as object)
    expect(await customerAt(person)).toMatchObject({ name: 'Mariana', taxIds: [['br_cpf', typed.taxId]] })
    await save(person)
    expect(await customerAt(person)).toMatchObject(padaria)
  })

  it('expire an open checkout that would collect others', async () => {
    const person = await aUser(app)
    const former = await goToCheckout(app, person.token, 'basic')
    await save(person)
    expect((await submitCheckout(former)).status).toBe(410)
    const next = await goToCheckout(app, person.token, 'basic')
    expect(await goToCheckout(app, person.token, 'basic')).toBe(next)
  })

  it('replace what a checkout collected that was paid while it should expire', async () => {
    const person = await aUser(app)
    const page = await goToCheckout(app, person.token, 'basic')
    const expire = stripe.checkout.sessions.expire.bind(stripe.checkout.sessions)
    vi.spyOn(stripe.checkout.sessions, 'expire').mockImplementationOnce((async (id: string) => {
      await submitCheckout(page, { name: 'Mariana', taxId: '529.982.247-25' } as object)
      return expire(id)
    }) as never)
    await save(person)
    await pushChangedContacts(app.services, payments)
    expect(await find(person)).toMatchObject({ isSynced: true })
    expect(await customerAt(person)).toMatchObject(padaria)
  })

  it('are not overwritten by later clicks, and a change replaces the former number', async () => {
    const person = await aPayingUser(app, 'basic')
    await save(person)
    await goToCheckout(app, person.token, 'pro')
    await pushChangedContacts(app.services, payments)
    expect(await customerAt(person)).toMatchObject(padaria)
    await save(person, { taxId: '12.ABC.345/01DE-35' })
    expect((await customerAt(person)).taxIds).toEqual([['br_cnpj', '12.ABC.345/01DE-35']])
  })

  it('are sent by the catch-up job after an outage', async () => {
    const person = await aPayingUser(app, 'basic')
    // The webhooks of the payment ask the API too, and would take a failure of the two.
    await waitForWebhooks(app)
    app.sandbox.chaos.api_500 = 2
    expect(await save(person)).toMatchObject({ taxId: '11222333000181', isSynced: false })
    app.sandbox.chaos.api_500 = 0
    await pushChangedContacts(app.services, payments)
    expect(await find(person)).toMatchObject({ isSynced: true })
    expect(await customerAt(person)).toMatchObject(padaria)
  })

  it('sent by the catch-up job expire an open checkout that would collect others', async () => {
    const person = await aUser(app)
    const former = await goToCheckout(app, person.token, 'basic')
    app.sandbox.chaos.api_500 = 2
    expect(await save(person)).toMatchObject({ isSynced: false })
    app.sandbox.chaos.api_500 = 0
    await pushChangedContacts(app.services, payments)
    expect((await submitCheckout(former)).status).toBe(410)
    expect(await customerAt(person)).toMatchObject(padaria)
  })

  it('keep a number that Stripe does not accept, and say so', async () => {
    const person = await aPayingUser(app, 'basic')
    app.sandbox.chaos.reject_tax_ids = true
    expect(await save(person, { taxId: '12ABC34501DE35' })).toMatchObject({ isSynced: true, taxIdRefused: true })
    expect(await customerAt(person)).toMatchObject({ name: padaria.name, taxIds: [] })
    app.sandbox.chaos.reject_tax_ids = false
    expect(await save(person)).toMatchObject({ taxIdRefused: false })
    expect((await customerAt(person)).taxIds).toEqual(padaria.taxIds)
  })

  it('leave one entry in the trail per change', async () => {
    const person = await aUser(app)
    await save(person)
    await save(person)
    await save(person, { number: '1001' })
    const { data } = await call(teamApi.trail, { token: person.token })
    expect(data.entries.map(({ action }) => action)).toEqual(Array(2).fill('change-fiscal-data'))
  })
})
