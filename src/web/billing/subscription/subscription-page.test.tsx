import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { billingApi } from '#contract/billing/billing.ts'
import { formatTimestampDate, toLocalDate } from '#contract/values/dates.ts'
import { aPayingUser } from '#server/testing/billing-app.ts'
import {
  aLead,
  anExpiredTrialUser,
  anExportedLead,
  aSubscriber,
  aUser,
  importLeads,
  subscribe,
} from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createAppFetch } from '../../../../tests/screens/app-fetch.ts'
import { billingScreens, errorResponse, stubResponse } from '../../../../tests/screens/billing-screens.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await billingScreens()
const plan = (name: string) => screen.findByRole('article', { name })

describe('the plans', () => {
  it('are three cards with price and features, none of which is only announced', async () => {
    const { token } = await aUser(server)
    openApp('/subscription', token)
    const texts = async (name: string) => (await plan(name)).textContent?.replace(/\u00a0/g, ' ')
    expect(await texts('Básico')).toMatch(/^BásicoR\$ 29\/mêsAté 100 leads.*Assinar Agora$/)
    expect(await texts('Profissional')).toMatch(/^ProfissionalMais PopularR\$ 79\/mês.*Assinar Agora$/)
    expect(await texts('Empresarial')).toMatch(/^EmpresarialR\$ 199\/mêsTudo do Profissional.*Assinar Agora$/)
    expect(within(await plan('Profissional')).getByText('Backup automático').className).not.toContain('text-text3')
    expect(screen.queryByText(/em breve/)).toBeNull()
    expect(document.title).toBe('Escolha seu plano – Fechou')
  })

  it('show that the sandbox moves no money', async () => {
    const { token } = await aUser(server)
    openApp('/subscription', token)
    expect(await screen.findByText('Ambiente de teste: nenhum valor é cobrado')).toBeTruthy()
  })

  it('are the default plans when the server is unavailable', async () => {
    const { token } = await aUser(server)
    stubResponse(billingApi.plans.path, errorResponse(404, 'not_found', 'Não desta vez.'))
    openApp('/subscription', token)
    expect((await plan('Empresarial')).textContent?.replace(/\u00a0/g, ' ')).toContain('R$ 199/mês')
    expect(screen.queryByText(/Ambiente de teste/)).toBeNull()
  })

  it('are the server’s plans when it returns any', async () => {
    const { token } = await aUser(server)
    const { data } = await server.call(billingApi.plans)
    const plans = [{ ...data.plans[0], price: 31.5 }]
    stubResponse(billingApi.plans.path, async () => Response.json({ ...data, plans }))
    openApp('/subscription', token)
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    expect((await plan('Básico')).textContent).toContain('R$\u00a031,50/mês')
  })

  it('mark the current plan, with its renewal and a link to manage it', async () => {
    const { token } = await aPayingUser(server, 'basic')
    const [record] = (await server.call(billingApi.history, { token })).data.subscriptions
    const day = formatTimestampDate(record?.current_period_end ?? '')
    openApp('/subscription', token)
    const current = within(await plan('Básico'))
    expect(current.getByText('Seu plano atual')).toBeTruthy()
    expect(current.getByText(`Ativo · Renova em ${day}`)).toBeTruthy()
    expect(current.getByRole('link', { name: 'Gerenciar' }).getAttribute('href')).toBe('/profile')
    expect(screen.queryByRole('button', { name: 'Assinar Agora' })).toBeNull()
    const other = within(await plan('Profissional'))
    expect(other.getByRole('button', { name: 'Mudar para o Profissional' })).toBeTruthy()
    expect(other.getByText('Você vê a diferença antes de qualquer cobrança.')).toBeTruthy()
  })

  it('name the date from which a cheaper plan holds', async () => {
    const { token } = await aPayingUser(server, 'pro')
    const [record] = (await server.call(billingApi.history, { token })).data.subscriptions
    const day = formatTimestampDate(record?.current_period_end ?? '').slice(0, 5)
    openApp('/subscription', token)
    const cheaper = within(await plan('Básico'))
    expect(await cheaper.findByRole('button', { name: `Mudar para o Básico em ${day}` })).toBeTruthy()
    expect(cheaper.getByText(/^Até lá, vale o Profissional, já pago\./)).toBeTruthy()
    expect(within(await plan('Empresarial')).getByRole('button', { name: 'Mudar para o Empresarial' })).toBeTruthy()
  })

  it('show how much of the plan is used', async () => {
    const { token } = await aSubscriber(server, 'basic')
    await importLeads(
      server,
      token,
      Array.from({ length: 92 }, () => anExportedLead()),
    )
    openApp('/subscription', token)
    const usage = await screen.findByRole('region', { name: 'Uso do plano' })
    expect(usage.textContent).toBe('92 de 100 leads no plano BásicoFaltam 8 leads para o limite')
  })

  it('show the end of a canceled subscription', async () => {
    const { token } = await aPayingUser(server, 'pro')
    await server.call(billingApi.cancel, { token })
    openApp('/subscription', token)
    expect(within(await plan('Profissional')).getByText(/^Ativo · Termina em \d\d\/\d\d\/\d{4}$/)).toBeTruthy()
    expect(screen.getByText(/^Seu acesso vai até \d\d\/\d\d\/\d{4}\./)).toBeTruthy()
  })
})

describe('the access notice', () => {
  it('explains the missing access after the redirect to the plans', async () => {
    const { token } = await anExpiredTrialUser(server)
    openApp('/dashboard', token)
    await screen.findByRole('heading', { name: 'Escolha seu plano' })
    expect(location.pathname).toBe('/subscription')
    expect(screen.getByText(/^Seu teste terminou em \d\d\/\d\d\/\d{4}\. Nada foi apagado\.$/)).toBeTruthy()
  })

  it('shows the end of the trial and that an early payment ends the trial', async () => {
    const { token } = await aUser(server)
    openApp('/subscription', token)
    expect(await screen.findByText(/^Seu teste gratuito termina em \d\d\/\d\d\/\d{4}$/)).toBeTruthy()
    expect(screen.getByText(/os dias de teste restantes não são somados/)).toBeTruthy()
  })

  it('shows after a canceled checkout that nothing was charged and clears the query string', async () => {
    const { token } = await aUser(server)
    openApp('/subscription?canceled=true', token)
    expect(await screen.findByText('Pagamento não concluído')).toBeTruthy()
    expect(screen.getByText(/^Nada foi cobrado\./)).toBeTruthy()
    await waitFor(() => expect(location.search).toBe(''))
    expect(screen.getByText('Pagamento não concluído')).toBeTruthy()
  })
})

describe('without Stripe', () => {
  it('shows a notice with a link to the support e-mail', async () => {
    document.head.innerHTML = '<meta name="support-email" content="ajuda@exemplo.com.br">'
    const { app } = await testApp()
    vi.spyOn(globalThis, 'fetch').mockImplementation(createAppFetch(app))
    const { token } = await aUser(server)
    openApp('/subscription', token)
    expect(await screen.findByText('Os pagamentos ainda não estão configurados')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'ajuda@exemplo.com.br' })
    expect(link.getAttribute('href')).toBe('mailto:ajuda@exemplo.com.br')
    await userEvent.click(within(await plan('Básico')).getByRole('button', { name: 'Assinar Agora' }))
    expect((await screen.findByRole('alert')).textContent).toBe('O provedor de pagamentos não está configurado.')
  })
})

it.each([
  ['email always', ['Suporte 24/7']],
  ['email', ['Suporte por e-mail']],
  ['', []],
])('ends with reasons that support with the promises "%s" keeps', async (promises, support) => {
  document.head.innerHTML = `<meta name="support-promises" content="${promises}">`
  const { token } = await aUser(server)
  openApp('/subscription', token)
  const reasons = within(await screen.findByRole('region', { name: 'Por que escolher o Fechou' }))
  expect(reasons.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Gestão completa',
    'Relatórios avançados',
    'Segurança total',
    ...support,
  ])
})

it('returns to the previous page', async () => {
  const { token } = await aSubscriber(server, 'pro')
  openApp('/subscription', token)
  await userEvent.click(await screen.findByRole('button', { name: 'Voltar' }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard'))
})

describe('the lead export', () => {
  it.each([
    ['Baixar planilha (CSV)', 'csv'],
    ['Baixar cópia (JSON)', 'json'],
  ])('downloads a file by "%s", even without a subscription', async (button, ending) => {
    const { user, token } = await aUser(server)
    const lead = await aLead(server, token, { nome: 'João Pedro Araújo' })
    await subscribe(server, user, 'pro', 'canceled')
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation(file => `blob:${files.push(file as Blob)}`)
    const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    openApp('/subscription', token)
    await userEvent.click(await screen.findByRole('button', { name: button }))
    await waitFor(() => expect(download).toHaveBeenCalled())
    const link = download.mock.contexts[0] as HTMLAnchorElement
    expect(link.download).toBe(`leads_${toLocalDate(new Date())}.${ending}`)
    expect(await files[0]?.text()).toContain(lead.nome)
  })

  it('can be retried after a failed download', async () => {
    const { token } = await aUser(server)
    openApp('/subscription', token)
    const button = await screen.findByRole('button', { name: 'Baixar planilha (CSV)' })
    stubResponse('/leads/export', () => Promise.reject(new TypeError('Failed to fetch')))
    await userEvent.click(button)
    expect((await screen.findByRole('alert')).textContent).toContain('Não foi possível baixar seus leads')
  })
})
