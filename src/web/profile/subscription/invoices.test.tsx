import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi, type Invoice } from '#contract/billing/billing.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'
import { aPayingUser, goToCheckout } from '#server/testing/billing-app.ts'
import { aUser, subscribe } from '#server/testing/factories.ts'
import {
  anOverdueUser,
  billingScreens,
  errorResponse,
  stubResponse,
} from '../../../../tests/screens/billing-screens.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await billingScreens()

const section = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  return within(heading.closest('section') as HTMLElement)
}
const rows = async () => (await section('Faturas')).findAllByRole('listitem')
const textOf = (row: HTMLElement | undefined) => row?.textContent?.replace(/\u00a0/g, ' ')
const invoicesOf = async (token: string) => (await server.call(billingApi.invoices, { token })).data.invoices
const dayOf = ({ created }: Invoice) => formatTimestampDate(new Date(created * 1000).toISOString())

const anInvoice = (overrides: Partial<Invoice> = {}): Invoice => ({
  id: 'in_1',
  number: 'FCH-0001',
  created: 1_795_000_000,
  amount_due: 7900,
  amount_paid: 7900,
  amount_returned: 0,
  currency: 'brl',
  status: 'paid',
  hosted_invoice_url: 'https://pagamentos.exemplo.com.br/i/1',
  invoice_pdf: 'https://pagamentos.exemplo.com.br/i/1.pdf',
  ...overrides,
})
const showing = async (invoices: Invoice[]) => {
  const { token } = await aPayingUser(server, 'pro')
  stubResponse(billingApi.invoices.path, async () => Response.json({ invoices }))
  openApp('/profile', token)
  return rows()
}

describe('an invoice', () => {
  it('shows number, date, amount and label and links to its page and PDF in new tabs', async () => {
    const { token } = await aPayingUser(server, 'pro')
    const [invoice] = (await invoicesOf(token)) as [Invoice]
    openApp('/profile', token)
    const [row] = await rows()
    expect(textOf(row)).toBe(`R$ 79,00Pago${dayOf(invoice)} · ${invoice.number}VerPDF`)
    const links = within(row as HTMLElement).getAllByRole('link')
    expect(links.map(link => link.getAttribute('href'))).toEqual([invoice.hosted_invoice_url, invoice.invoice_pdf])
    for (const link of links) {
      expect(link.getAttribute('target')).toBe('_blank')
      expect(link.getAttribute('rel')).toContain('noopener')
      expect(link.getAttribute('aria-label')).toContain(`${invoice.number} (abre em outra aba)`)
    }
  })

  it('that is open shows the amount due and a payment link', async () => {
    const { token } = await anOverdueUser(server, 'basic')
    openApp('/profile', token)
    const [open, paid] = await rows()
    expect(textOf(open)).toMatch(/^R\$ 29,00Aberto.*PagarPDF$/)
    expect(textOf(paid)).toMatch(/^R\$ 29,00Pago.*VerPDF$/)
  })

  it('has no links without a page or with a non-http URL', async () => {
    const [row] = await showing([
      anInvoice({ number: null, status: 'draft', hosted_invoice_url: null, invoice_pdf: 'javascript:alert(1)' }),
    ])
    expect(textOf(row)).toMatch(/^R\$ 79,00Rascunho.*Sem número$/)
    expect(within(row as HTMLElement).queryByRole('link')).toBeNull()
  })

  it('uses its own currency, and its label when void', async () => {
    const [row] = await showing([anInvoice({ currency: 'usd', status: 'void', amount_due: 1250 })])
    expect(textOf(row)).toMatch(/^US\$ 12,50Anulado/)
  })
})

describe('the invoices', () => {
  it('show the latest six and all on request', async () => {
    const invoices = Array.from({ length: 24 }, (_, index) => anInvoice({ id: `in_${index}`, number: `N-${index}` }))
    expect(await showing(invoices)).toHaveLength(6)
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar as 24 faturas' }))
    expect(await rows()).toHaveLength(24)
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar menos' }))
    expect(await rows()).toHaveLength(6)
  })

  it('are empty for a customer without payments', async () => {
    const { token } = await aUser(server)
    await goToCheckout(server, token, 'basic')
    openApp('/profile', token)
    expect(await screen.findByText('Nenhuma fatura encontrada')).toBeTruthy()
    expect(screen.getByText('As faturas aparecem aqui depois da primeira cobrança.')).toBeTruthy()
  })

  it('are not requested before a customer exists', async () => {
    const { token } = await aUser(server)
    const fetched = vi.spyOn(globalThis, 'fetch')
    openApp('/profile', token)
    await screen.findByText('Nenhuma assinatura encontrada')
    expect(screen.queryByRole('heading', { name: 'Faturas' })).toBeNull()
    const asked = fetched.mock.calls.map(([input]) => String(input))
    expect(asked.filter(url => /invoices|history/.test(url))).toEqual([])
  })

  it('show "Erro ao buscar faturas" when loading fails, and can be retried', async () => {
    const { token } = await aPayingUser(server, 'basic')
    const broken = stubResponse(billingApi.invoices.path, errorResponse(404, 'not_found', 'Não desta vez.'))
    openApp('/profile', token)
    const failure = await screen.findByRole('alert')
    expect(failure.textContent).toContain('Erro ao buscar faturasNão desta vez.')
    broken.mockRestore()
    await userEvent.click(within(failure).getByRole('button', { name: 'Tentar novamente' }))
    expect(await rows()).toHaveLength(1)
  })
})

describe('the subscription history', () => {
  const items = async () => (await section('Histórico de assinaturas')).findAllByRole('listitem')

  it('shows plan, status, period and, once canceled, the end', async () => {
    const { token } = await aPayingUser(server, 'enterprise')
    await server.call(billingApi.cancel, { token })
    const [record] = (await server.call(billingApi.history, { token })).data.subscriptions
    const [start, end] = [record?.current_period_start, record?.current_period_end].map(day =>
      formatTimestampDate(day ?? ''),
    )
    openApp('/profile', token)
    const [item] = await items()
    expect(item?.textContent).toBe(`EmpresarialAtivo${start} a ${end}Cancelamento automático em ${end}`)
  })

  it('shows "Nenhuma assinatura encontrada" when empty', async () => {
    const { user, token } = await aUser(server)
    await subscribe(server, user, null, 'canceled')
    openApp('/profile', token)
    expect(await screen.findByText('Nenhuma assinatura encontrada')).toBeTruthy()
    expect(screen.getByText('Quando você assinar um plano, ele aparece aqui.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ver os planos' }).getAttribute('href')).toBe('/subscription')
  })

  it('shows "Erro ao buscar histórico de assinaturas" when loading fails, and can be retried', async () => {
    const { token } = await aPayingUser(server, 'basic')
    const broken = stubResponse(billingApi.history.path, errorResponse(404, 'not_found', 'Não desta vez.'))
    openApp('/profile', token)
    const failure = await screen.findByRole('alert')
    expect(failure.textContent).toContain('Erro ao buscar histórico de assinaturasNão desta vez.')
    broken.mockRestore()
    await userEvent.click(within(failure).getByRole('button', { name: 'Tentar novamente' }))
    expect(await items()).toHaveLength(1)
  })

  it('reloads the user after the server’s sync', async () => {
    const { user, token } = await aPayingUser(server, 'basic')
    await subscribe(server, user, null, 'inactive')
    // Makes the last sync stale by the server's clock.
    server.clock.now = new Date(server.clock.now.getTime() + 11 * 60_000)
    openApp('/profile', token)
    await waitFor(() => expect(screen.getByText('Plano atual').nextSibling?.textContent).toBe('Básico'))
    expect((await server.call(authApi.me, { token })).data.user.subscription_status).toBe('active')
  })
})
