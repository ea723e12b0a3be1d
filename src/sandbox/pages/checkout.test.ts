import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCheckout, goodCard, submitForm } from '../testing/browse.ts'
import { type Catalog, createCatalog } from '../testing/catalog.ts'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'

let open: OpenSandbox
let stripe: Stripe
let catalog: Catalog
beforeAll(async () => {
  open = await openSandbox()
  stripe = open.stripe
  catalog = await createCatalog(stripe)
})
afterAll(() => open.stop())

const startCheckout = async () => {
  const customer = await stripe.customers.create({ email: 'maria@example.com' })
  return { customer: customer.id, session: await createCheckout(stripe, customer.id, catalog.basic.id) }
}
const subscriptionsOf = async (customer: string) => (await stripe.subscriptions.list({ customer, status: 'all' })).data

describe('checkout', () => {
  it('charges the card, creates one active subscription and redirects with the session id', async () => {
    const { customer, session } = await startCheckout()
    const page = await fetch(session.url ?? '')
    expect(await page.text()).toContain('Ambiente de teste: nenhum valor é cobrado')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:9")
    const paid = await submitForm(session.url ?? '', { ...goodCard, taxId: '529.982.247-25' })
    expect(paid.status).toBe(303)
    expect(paid.location).toBe(`http://127.0.0.1:9/dashboard?success=true&id=${session.id}`)
    const [subscription] = await subscriptionsOf(customer)
    expect(subscription).toMatchObject({ status: 'active', metadata: { userId: 'user-1' }, cancel_at: null })
    const [invoice] = (await stripe.invoices.list({ customer })).data
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 2900, billing_reason: 'subscription_create' })
    expect(invoice?.customer_tax_ids).toEqual([{ type: 'br_cpf', value: '529.982.247-25' }])
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'line_items'] })
    expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', url: null, invoice: invoice?.id })
    expect(done.line_items?.data).toHaveLength(1)
  })

  it("emits its events in Stripe's order", async () => {
    const { customer, session } = await startCheckout()
    await submitForm(session.url ?? '', goodCard)
    const events = (await stripe.events.list({ limit: 100 })).data.reverse().filter(({ data }) => {
      const object = data.object as { customer?: unknown }
      return object.customer === customer
    })
    const created = events.find(({ type }) => type === 'customer.subscription.created')
    expect(created?.data.object).toMatchObject({ status: 'incomplete' })
    const types = events.map(({ type }) => type)
    expect(types.indexOf('invoice.paid')).toBeLessThan(types.indexOf('checkout.session.completed'))
    expect(types.at(-1)).toBe('checkout.session.completed')
  })

  it.each([
    ['4000000000000002', 'Seu cartão foi recusado.'],
    ['4000000000009995', 'Seu cartão não tem saldo suficiente.'],
    ['4000000000000069', 'Seu cartão está vencido.'],
    ['4000000000000127', 'O código de segurança do cartão está incorreto.'],
    ['4000000000000119', 'Ocorreu um erro ao processar o cartão.'],
    ['4000000000000341', 'Seu cartão foi recusado.'],
    ['4242424242424241', 'O número do cartão não é válido.'],
    ['4111111111111111', 'Use um dos cartões de teste listados abaixo.'],
  ])('rejects %s with "%s" and stays open', async (number, message) => {
    const { customer, session } = await startCheckout()
    const response = await submitForm(session.url ?? '', { ...goodCard, number })
    expect(response.status).toBe(402)
    expect(response.text).toContain(message)
    expect(response.text).not.toContain(number)
    expect(await subscriptionsOf(customer)).toEqual([])
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  })

  it('shows an error for each invalid field', async () => {
    const { session } = await startCheckout()
    const response = await submitForm(session.url ?? '', {
      number: '',
      expiry: '13/20',
      cvc: '1',
      name: '',
      taxId: '111',
    })
    for (const text of [
      'Informe o número',
      'Informe a validade',
      'código de segurança',
      'Informe o nome',
      'CPF ou CNPJ não é válido',
    ])
      expect(response.text).toContain(text)
  })

  it('creates one subscription from 20 concurrent submissions', async () => {
    const { customer, session } = await startCheckout()
    const responses = await Promise.all(Array.from({ length: 20 }, () => submitForm(session.url ?? '', goodCard)))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(303))
    expect(await subscriptionsOf(customer)).toHaveLength(1)
  })

  it('requires 3-D Secure approval: stays open when rejected, becomes active when approved', async () => {
    const { customer, session } = await startCheckout()
    const url = session.url ?? ''
    const asked = await submitForm(url, { ...goodCard, number: '4000002500003155' })
    expect(asked.location).toBe(`/c/pay/${session.id}/3ds`)
    expect((await subscriptionsOf(customer)).map(({ status }) => status)).toEqual(['incomplete'])
    const declined = await submitForm(`${url}/3ds`, { answer: 'refuse' })
    expect(declined.location).toContain('recusado')
    const approved = await submitForm(`${url}/3ds`, { answer: 'approve' })
    expect(approved.location).toContain('/dashboard?success=true')
    expect((await subscriptionsOf(customer)).map(({ status }) => status)).toEqual(['active'])
  })

  it('expires together with its incomplete subscription', async () => {
    const { customer, session } = await startCheckout()
    await submitForm(session.url ?? '', { ...goodCard, number: '4000002500003155' })
    expect((await stripe.checkout.sessions.expire(session.id)).status).toBe('expired')
    expect((await subscriptionsOf(customer)).map(({ status }) => status)).toEqual(['incomplete_expired'])
    const late = await submitForm(`${open.sandbox.url}/c/pay/${session.id}`, goodCard)
    expect(late.status).toBe(410)
    expect(late.text).toContain('Link expirado')
  })

  it('rejects the expiry, price, URL and customer update that Stripe rejects', async () => {
    const { customer } = await startCheckout()
    const attempt = (change: Partial<Stripe.Checkout.SessionCreateParams>) =>
      stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        line_items: [{ price: catalog.basic.id, quantity: 1 }],
        success_url: 'https://example.com/',
        ...change,
      })
    await expect(attempt({ expires_at: Math.floor(Date.now() / 1000) + 60 })).rejects.toMatchObject({
      param: 'expires_at',
    })
    await expect(attempt({ success_url: 'javascript:alert(1)' })).rejects.toMatchObject({ param: 'success_url' })
    await expect(attempt({ line_items: [{ price: 'prod_x', quantity: 1 }] })).rejects.toMatchObject({
      code: 'resource_missing',
    })
    await expect(attempt({ tax_id_collection: { enabled: true } })).rejects.toMatchObject({
      param: 'customer_update[name]',
    })
  })
})
