import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { billingApi } from '#contract/billing/billing.ts'
import { claimTexts } from '#contract/billing/plan-claims.ts'
import { defaultPlans } from '#contract/billing/plans.ts'
import { supportPromises } from '#contract/support/promises.ts'
import { formatReais, formatReaisRounded } from '#contract/values/money.ts'
import { lookupKey } from '#server/billing/stripe/catalog.ts'
import { aUser } from '#server/testing/factories.ts'
import { billingScreens, errorResponse, stubResponse } from '../../../tests/screens/billing-screens.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await billingScreens()
const { prices } = server.payments.stripe
const lookup_key = lookupKey('pro')
const [pro] = (await prices.list({ lookup_keys: [lookup_key] })).data
/** A price that differs from the defaults. */
await prices.create({
  currency: 'brl',
  unit_amount: 8950,
  recurring: { interval: 'month' },
  product: String(pro?.product),
  lookup_key,
  transfer_lookup_key: true,
})

/** Renders the landing page and waits for its last section. */
const open = async (token?: string) => {
  openApp('/', token)
  await screen.findByRole('heading', { name: 'Comece pelo próximo lead' })
}
const addressOf = (link: HTMLElement) => link.getAttribute('href')
const planNamed = (name: string) => {
  const card = screen.getByRole('heading', { name: new RegExp(`^${name}`) }).closest('li')
  if (!card) throw new Error(`${name} is no card`)
  return card
}

describe('a visitor', () => {
  it('sees the trial offer three times, and the login link', async () => {
    await open()
    const trials = screen.getAllByRole('link', { name: 'Teste grátis por 3 dias' })
    expect(trials.map(addressOf)).toEqual(['/register', '/register', '/register'])
    expect(screen.getAllByText('Sem cartão de crédito')).toHaveLength(3)
    expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/login')
    expect(document.title).toBe('Sistema de Gestão de Leads – Fechou')
  })

  it('sees three features under the headline', async () => {
    await open()
    const headline = screen.getByRole('heading', { level: 1 })
    expect(headline.textContent).toBe('Organize, acompanhe e converta mais leads')
    for (const name of ['Dashboard Visual', 'Gestão Colaborativa', 'Segurança Total']) {
      expect(screen.getByRole('heading', { level: 3, name })).toBeTruthy()
    }
    expect(screen.getByRole('heading', { level: 2, name: /quadro/ })).toBeTruthy()
  })

  it('reads about the search, the measured figures and the board to try', async () => {
    await open()
    for (const name of [
      'Filtros avançados com busca rápida',
      'Números que nós mesmos medimos',
      'Experimente aqui, sem se cadastrar',
    ]) {
      expect(screen.getByRole('heading', { level: 2, name })).toBeTruthy()
    }
  })

  it('opens a question and reads its text', async () => {
    await open()
    const question = screen.getByText('Preciso de cartão de crédito para testar?')
    const details = question.closest('details')
    expect(details?.open).toBe(false)
    await userEvent.click(question)
    expect(details?.open).toBe(true)
    expect(details?.textContent).toContain('Você cria a conta com nome, e-mail e senha e usa tudo por 3 dias.')
    expect(document.querySelectorAll('details')).toHaveLength(6)
  })
})

describe('a signed-in user', () => {
  it('sees a link to the dashboard instead', async () => {
    const { token } = await aUser(server)
    await open(token)
    const [first, ...others] = screen.getAllByRole('link', { name: 'Ir para o Dashboard' })
    expect(others).toHaveLength(2)
    expect(screen.queryByText('Teste grátis por 3 dias')).toBeNull()
    expect(screen.queryByText('Sem cartão de crédito')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Entrar' })).toBeNull()
    if (first) await userEvent.click(first)
    await waitFor(() => expect(location.pathname).toBe('/dashboard'))
  })
})

describe('the plans', () => {
  it.each([
    ['all promises', supportPromises],
    ['no promise', []],
  ])('show current prices and features of a product that keeps %s about support', async (_, kept) => {
    document.head.innerHTML = `<meta name="support-promises" content="${kept.join(' ')}">`
    await open()
    await waitFor(() => expect(planNamed('Profissional').textContent).toContain(formatReais(89.5)))
    const { data } = await server.call(billingApi.plans)
    expect(data.plans.map(({ name }) => name)).toEqual(['Básico', 'Profissional', 'Empresarial'])
    for (const { id, name, price } of data.plans) {
      const card = planNamed(name)
      expect(card.textContent).toContain(
        `${Number.isInteger(price) ? formatReaisRounded(price) : formatReais(price)}/mês`,
      )
      const shown = within(within(card).getByRole('list')).getAllByRole('listitem')
      const today = claimTexts(id, kept).filter(text => !text.endsWith('(em breve)'))
      expect(shown.map(item => item.textContent)).toEqual(today)
    }
    expect(screen.queryByText(/em breve/)).toBeNull()
    expect(planNamed('Profissional').textContent).toContain('Mais Popular')
  })

  it('have a button each, which leads visitors to the registration and users to the plans', async () => {
    await open()
    for (const { name } of defaultPlans) {
      const button = within(planNamed(name)).getByRole('link', { name: `Começar com o ${name}` })
      expect(addressOf(button)).toBe('/register')
    }
    cleanup()
    const { token } = await aUser(server)
    await open(token)
    for (const { name } of defaultPlans) {
      const button = within(planNamed(name)).getByRole('link', { name: `Assinar o ${name}` })
      expect(addressOf(button)).toBe('/subscription')
    }
  })

  it('fall back to the default plans while Stripe is unavailable', async () => {
    const asked = stubResponse(
      billingApi.plans.path,
      errorResponse(502, 'payments_unavailable', 'Tente novamente mais tarde.'),
    )
    await open()
    await waitFor(() => expect(asked.mock.calls.map(([input]) => input)).toContain('/api/stripe/plans'))
    for (const { name, price } of defaultPlans) {
      expect(planNamed(name).textContent).toContain(formatReaisRounded(price))
    }
  })
})
