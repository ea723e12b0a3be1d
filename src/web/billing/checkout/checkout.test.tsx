import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { billingApi } from '#contract/billing/billing.ts'
import { aPayingUser, submitCheckout } from '#server/testing/billing-app.ts'
import { aUser, type Person } from '#server/testing/factories.ts'
import {
  anOverdueUser,
  billingScreens,
  errorResponse,
  spyOnRedirect,
  stubResponse,
  waitForStatus,
} from '../../../../tests/screens/billing-screens.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await billingScreens()
let leaving: MockInstance<(address: string | URL) => void>

beforeEach(() => {
  leaving = spyOnRedirect()
})

const buttonOf = async (plan: string) =>
  within(await screen.findByRole('article', { name: plan })).getByRole('button', {
    name: /^(Assinar Agora|Mudar para)/,
  })
const subscribe = async (plan: string) => userEvent.click(await buttonOf(plan))
const destination = async () => {
  await waitFor(() => expect(leaving).toHaveBeenCalledOnce())
  return String(leaving.mock.lastCall?.[0])
}
const open = ({ token }: Person) => openApp('/subscription', token)
const { checkout, plans } = billingApi

describe('"Assinar Agora"', () => {
  it('opens Stripe’s checkout; paying there activates the plan', async () => {
    const person = await aUser(server)
    open(person)
    await subscribe('Profissional')
    const address = await destination()
    expect(address).toContain(`${server.sandbox.url}/c/pay/`)
    const { location: back } = await submitCheckout(address)
    expect(back).toBe('http://fechou.test/dashboard?success=true')
    await waitForStatus(server, person, 'active')
  })

  it('stays pending until the browser navigates and sends one request', async () => {
    const person = await aUser(server)
    open(person)
    const asked = stubResponse(checkout.path, () => new Promise(() => {}))
    const button = await buttonOf('Básico')
    await userEvent.dblClick(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(button.textContent).toBe('Abrindo o pagamento...')
    for (const other of ['Profissional', 'Empresarial']) {
      expect((await buttonOf(other)).hasAttribute('disabled')).toBe(true)
    }
    await userEvent.click(button)
    expect(asked.mock.calls.filter(([input]) => String(input).endsWith(checkout.path))).toHaveLength(1)
  })

  it('works again after Back restores the page', async () => {
    open(await aUser(server))
    await subscribe('Básico')
    const first = await destination()
    expect(screen.getByText('Abrindo o pagamento...')).toBeTruthy()
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }))
    await waitFor(() => expect(screen.queryByText('Abrindo o pagamento...')).toBeNull())
    leaving.mockClear()
    await subscribe('Básico')
    expect(await destination()).toBe(first)
  })

  it('of another plan opens Stripe’s confirmation of the change for a subscriber', async () => {
    open(await aPayingUser(server, 'basic'))
    await subscribe('Empresarial')
    expect(await destination()).toContain(`${server.sandbox.url}/p/session/`)
  })

  it('opens the open invoice for a user with a late payment', async () => {
    const person = await anOverdueUser(server, 'basic')
    open(person)
    expect(await screen.findAllByText('Pague primeiro a fatura em aberto.')).toHaveLength(3)
    await subscribe('Profissional')
    expect(await destination()).toContain(`${server.sandbox.url}/i/`)
  })
})

describe('"Pagar fatura em aberto"', () => {
  const pay = async () => userEvent.click(await screen.findByRole('button', { name: 'Pagar fatura em aberto' }))

  it('is offered when a failed payment blocks the dashboard and opens the invoice', async () => {
    const person = await anOverdueUser(server, 'pro')
    openApp('/dashboard', person.token)
    await screen.findByRole('heading', { name: 'Escolha seu plano' })
    expect(screen.getByText('Plano Profissional: Em atraso')).toBeTruthy()
    expect(screen.getByText(/^A última cobrança não foi aprovada e o Dashboard está suspenso/)).toBeTruthy()
    await pay()
    const { invoices } = (await server.call(billingApi.invoices, { token: person.token })).data
    expect(await destination()).toBe(invoices.find(({ status }) => status === 'open')?.hosted_invoice_url)
  })

  it('opens Stripe’s customer portal without an open invoice', async () => {
    open(await anOverdueUser(server, 'pro'))
    vi.spyOn(server.payments.stripe.invoices, 'list').mockResolvedValue({ data: [] } as never)
    await pay()
    expect(await destination()).toContain(`${server.sandbox.url}/p/session/`)
  })

  it('shows an error when neither page is available', async () => {
    open(await anOverdueUser(server, 'pro'))
    await screen.findByRole('button', { name: 'Pagar fatura em aberto' })
    stubResponse('/stripe', () => Promise.reject(new TypeError('Failed to fetch')))
    await pay()
    const failure = await screen.findByRole('alert')
    expect(failure.textContent).toContain('Não foi possível abrir a fatura')
    expect(failure.textContent).toContain('Sem conexão com o servidor')
  })
})

describe('a failed checkout', () => {
  const failure = async () => (await screen.findByRole('alert')).textContent

  it('shows "ID do preço é obrigatório" when the request has no price', async () => {
    open(await aUser(server))
    const button = await buttonOf('Básico')
    const real = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      if (!String(input).endsWith(checkout.path)) return real(input, init)
      const { priceId: _, ...body } = JSON.parse(String(init?.body))
      return real(input, { ...init, body: JSON.stringify(body) })
    })
    await userEvent.click(button)
    expect(await failure()).toBe('ID do preço é obrigatório')
    expect(leaving).not.toHaveBeenCalled()
  })

  it('shows "Plano não encontrado" for a price that the server does not know', async () => {
    const { data } = await server.call(plans)
    stubResponse(plans.path, async () =>
      Response.json({ ...data, plans: data.plans.map(plan => ({ ...plan, priceId: 'price_gone' })) }),
    )
    open(await aUser(server))
    await screen.findByText(/Ambiente de teste/)
    await subscribe('Básico')
    expect(await failure()).toBe('Plano não encontrado')
  })

  it('shows "Plano não encontrado" for a default plan that is not for sale', async () => {
    const { data } = await server.call(plans)
    const broken = stubResponse(plans.path, errorResponse(404, 'not_found', 'Não desta vez.'))
    open(await aUser(server))
    const button = await buttonOf('Empresarial')
    broken.mockRestore()
    stubResponse(plans.path, async () => Response.json({ ...data, plans: data.plans.slice(0, 2) }))
    await userEvent.click(button)
    // The plan's card disappeared, but the error stays.
    expect(await failure()).toBe('Plano não encontrado')
    expect(screen.queryByRole('article', { name: 'Empresarial' })).toBeNull()
  })

  it('shows an error for a plan without a price', async () => {
    const { data } = await server.call(plans)
    stubResponse(plans.path, async () =>
      Response.json({ ...data, plans: data.plans.map(plan => ({ ...plan, priceId: null })) }),
    )
    open(await aUser(server))
    await subscribe('Básico')
    expect(await failure()).toBe(
      'Ainda não é possível assinar este plano: falta configurar o preço. Fale com o suporte.',
    )
  })

  it('shows "Stripe não carregado" when the response has no http URL', async () => {
    open(await aUser(server))
    const button = await buttonOf('Básico')
    stubResponse(checkout.path, async () => Response.json({ sessionId: 'cs_1', url: 'javascript:alert(1)' }))
    await userEvent.click(button)
    expect(await failure()).toBe('Stripe não carregado')
    expect(leaving).not.toHaveBeenCalled()
  })

  it('suggests to check the connection and the server when the network fails, and allows a retry', async () => {
    open(await aUser(server))
    const button = await buttonOf('Básico')
    const broken = stubResponse(checkout.path, () => Promise.reject(new TypeError('Failed to fetch')))
    await userEvent.click(button)
    expect(await failure()).toBe(
      'Erro de conexão. Verifique sua internet; se ela funciona, o servidor pode estar fora do ar: tente novamente em instantes.',
    )
    broken.mockRestore()
    await subscribe('Básico')
    expect(await destination()).toContain('/c/pay/')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows "Erro ao processar assinatura: {message}" for any other error', async () => {
    open(await aUser(server))
    const button = await buttonOf('Básico')
    server.sandbox.chaos.api_500 = 20
    await userEvent.click(button)
    const text = await screen.findByRole('alert')
    server.sandbox.chaos.api_500 = 0
    expect(text.textContent).toBe(
      'Erro ao processar assinatura: O provedor de pagamentos não respondeu. Tente novamente em instantes.',
    )
  })

  it('shows a message for a thrown value that is not an error', async () => {
    open(await aUser(server))
    const button = await buttonOf('Básico')
    leaving.mockImplementation(() => {
      throw 'nothing'
    })
    await userEvent.click(button)
    expect(await failure()).toBe('Não foi possível processar a assinatura. Tente novamente.')
  })
})
