import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { lostReasonsApi } from '#contract/lost-reasons/lost-reasons.ts'
import { addMonths, formatMonth, monthOf } from '#contract/reports/report-months.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import { formatReais, formatReaisRounded } from '#contract/values/money.ts'
import { aLead, aMember, aSubscriber, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()
const current = monthOf(toLocalDate(new Date()))

const rowOf = async (section: string, label: string) =>
  within(
    within(await screen.findByRole('region', { name: section }))
      .getByRole('rowheader', { name: label })
      .closest('tr') ?? document.body,
  )

const monthsShown = () =>
  within(screen.getByRole('region', { name: 'Ganhos e perdidos por mês' }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)

it('shows what was won and lost, and each figure opens its leads', async () => {
  const owner = await aUser(server)
  await aMember(server, owner, 'seller')
  await aLead(server, owner.token, { nome: 'Ana', status: 'ganho', valorServico: 1200 })
  await aLead(server, owner.token, { nome: 'Bia', status: 'perdido', valorServico: 300 })
  await aLead(server, owner.token, { nome: 'Caio', status: 'negociacao', dataFechamento: `${current}-20` })
  openApp('/dashboard/relatorios', owner.token)
  const month = await rowOf('Ganhos e perdidos por mês', formatMonth(current))
  expect(month.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['1', formatReaisRounded(1200), '1'])
  const reason = await rowOf('Por que perdemos', 'Sem motivo')
  expect(reason.getByText('100%')).toBeTruthy()
  const stage = await rowOf('Do primeiro contato ao ganho', 'Novo Lead')
  expect(stage.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['2', '50%', '–'])
  const expected = await rowOf('O que deve fechar', formatMonth(current))
  await userEvent.click(expected.getByRole('link', { name: /ver na lista/ }))
  await screen.findByText('Mostrando 1 de 3 leads', { selector: 'search *' })
  await userEvent.click(await screen.findByRole('button', { name: 'Remover o filtro Em aberto' }))
  expect(new URLSearchParams(location.search).get('abertos')).toBeNull()
})

it('with Empresarial, the period can be chosen and the report downloaded', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => `blob:${files.push(file as Blob)}`)
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { token } = await aSubscriber(server, 'enterprise')
  await aLead(server, token, { status: 'ganho', valorServico: 1200 })
  await aLead(server, token)
  openApp('/dashboard/relatorios', token)
  await screen.findByRole('region', { name: 'Ganhos e perdidos por mês' })
  await userEvent.click(screen.getByRole('button', { name: 'Mês passado' }))
  expect(location.search).toBe(`?de=${addMonths(current, -1)}&ate=${addMonths(current, -1)}`)
  await waitFor(() => expect(monthsShown()).toEqual([formatMonth(addMonths(current, -1))]))
  await userEvent.click(screen.getByRole('button', { name: 'Este mês' }))
  await waitFor(() => expect(monthsShown()).toEqual([formatMonth(current)]))
  await userEvent.click(screen.getByRole('button', { name: 'Baixar CSV' }))
  const link = click.mock.contexts[0] as HTMLAnchorElement
  expect(link.download).toBe(`relatorio_${current}_${current}.csv`)
  expect((await files[0]?.text())?.split('\r\n').slice(0, 3)).toEqual([
    '\uFEFFGanhos e perdidos por mês',
    'Mês;Ganhos;Valor ganho;Perdidos',
    `${formatMonth(current)};1;${formatReais(1200)};0`,
  ])
})

it('an account without leads sees no tables of zeros', async () => {
  const { token } = await aUser(server)
  openApp('/dashboard/relatorios', token)
  await screen.findByRole('heading', { name: 'Nenhum lead neste relatório' })
  expect(screen.queryByRole('table')).toBeNull()
})

it('Básico reads which plan has reports', async () => {
  const { token } = await aSubscriber(server, 'basic')
  openApp('/dashboard/relatorios', token)
  await screen.findByText('Relatórios detalhados vêm a partir do plano Profissional')
  expect(screen.getByRole('link', { name: 'Ver os planos' })).toBeTruthy()
})

it('has one row per reason of a loss, with its name', async () => {
  const { token } = await aSubscriber(server, 'enterprise')
  const { reasons } = (await server.call(lostReasonsApi.list, { token })).data
  const chosen = reasons.slice(0, 3)
  for (const { _id: reasonId } of chosen) {
    const { _id: id } = await aLead(server, token, { status: 'perdido' })
    await server.call(lostReasonsApi.set, { token, params: { id }, body: { reasonId, note: null } })
  }
  openApp('/dashboard/relatorios', token)
  const region = within(await screen.findByRole('region', { name: 'Por que perdemos' }))
  await region.findByText(chosen[0]?.nome ?? '')
  const labels = region.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(labels.toSorted()).toEqual(chosen.map(({ nome }) => nome).toSorted())
})
