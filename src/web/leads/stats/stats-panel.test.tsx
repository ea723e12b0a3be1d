import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await testApp()

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
})

const signIn = async () => {
  const { token } = await aUser(server)
  await aLead(server, token, { nome: 'Ana', status: 'novo-lead', valorServico: 0.1 })
  await aLead(server, token, { nome: 'Bia', status: 'novo-lead', valorServico: 0.2 })
  await aLead(server, token, { nome: 'Caio', status: 'ganho', valorServico: 1234.56 })
  return token
}

const panel = async () => within(await screen.findByRole('region', { name: 'Resumo' }))
const figureOf = (term: HTMLElement) => term.nextElementSibling?.textContent

it('shows the three totals, exact to the cent and with the rate rounded', async () => {
  openApp('/dashboard', await signIn())
  const stats = await panel()
  await stats.findByText('R$ 1.234,86 no total')
  expect(figureOf(stats.getByText('Total Leads'))).toBe('3')
  expect(figureOf(stats.getByText('Taxa Conversão'))).toBe('33%')
  expect(figureOf(stats.getByText('Valor Fechado'))).toBe('R$\u00a01.234,56')
})

it('follows the filters', async () => {
  openApp('/dashboard?q=ana', await signIn())
  const stats = await panel()
  await stats.findByText('R$ 0,10 no total')
  expect(figureOf(stats.getByText('Total Leads'))).toBe('1')
  expect(figureOf(stats.getByText('Taxa Conversão'))).toBe('0%')
})

it('shows the average lead and the share of the value per stage, and remembers the choice', async () => {
  const { token } = await aUser(server)
  for (const valorServico of [100, 200]) await aLead(server, token, { valorServico })
  await aLead(server, token, { status: 'ganho', valorServico: 1200 })
  const { unmount } = openApp('/dashboard', token)
  await userEvent.click(await (await panel()).findByRole('button', { name: 'Por etapa', pressed: false }))
  const cells = async () => (await panel()).getAllByRole('term').map(term => [term.textContent, figureOf(term)])
  const expected = [
    ['Novo Lead', 'R$\u00a0150'],
    ['Qualificando', '-'],
    ['Contato Estabelecido', '-'],
    ['Proposta Enviada', '-'],
    ['Negociação', '-'],
    ['Ganho (Fechou)', 'R$\u00a01.200'],
    ['Perdido', '-'],
    ['Nurturing / Reengajar', '-'],
  ]
  await waitFor(async () => expect(await cells()).toEqual(expected))
  expect((await panel()).getByText('por lead · 80% do valor')).toBeTruthy()
  unmount()
  openApp('/dashboard', token)
  await waitFor(async () => expect(await cells()).toEqual(expected))
  await userEvent.click((await panel()).getByRole('button', { name: 'Resumo' }))
})

it('the funnel’s bars link to the list of their stage with the other filters', async () => {
  openApp('/dashboard?q=a', await signIn())
  const bar = await screen.findByRole('link', { name: /^Ganho \(Fechou\)/ })
  expect(bar.textContent).toBe('Ganho (Fechou)1 lead, R$\u00a01.235')
  await userEvent.click(bar)
  await screen.findByText('Mostrando 1 de 3 leads', { selector: 'search *' })
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ aba: 'lista', q: 'a', status: 'ganho' })
})

it('provides a table for screen readers and separates exits from steps', async () => {
  openApp('/dashboard', await signIn())
  const table = await screen.findByRole('table', { name: 'Leads por etapa' })
  expect(within(table).getByRole('row', { name: /Ganho/ }).textContent).toBe('Ganho (Fechou)1R$\u00a01.234,56')
  expect(within(screen.getByRole('list', { name: 'Etapas do funil' })).getAllByRole('listitem')).toHaveLength(6)
  const exits = within(screen.getByRole('list', { name: 'Saídas do funil' }))
  expect(exits.getAllByRole('link').map(link => link.textContent?.match(/^\D+/)?.[0])).toEqual([
    'Perdido',
    'Nurturing / Reengajar',
  ])
})

it('offers a retry when loading fails', async () => {
  const token = await signIn()
  let isDown = true
  globalThis.fetch = (input, init) =>
    isDown && String(input).includes('/leads/stats')
      ? Promise.resolve(Response.json({ code: 'not_found', message: 'Sumiu.', requestId: 'a' }, { status: 404 }))
      : realFetch(input, init)
  openApp('/dashboard', token)
  await screen.findByText('Erro ao buscar leads')
  isDown = false
  await userEvent.click((await panel()).getByRole('button', { name: 'Tentar novamente' }))
  await screen.findByText('R$ 1.234,86 no total')
})
