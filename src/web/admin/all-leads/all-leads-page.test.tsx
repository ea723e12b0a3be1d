import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { anAdmin, anExportedLead, aSubscriber, importLeads, type Person } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await testApp()
let admin: Person
let owner: Person

beforeAll(async () => {
  admin = await anAdmin(server)
  owner = await aSubscriber(server, 'basic')
  const leads = Array.from({ length: 45 }, (_, index) =>
    anExportedLead({
      nome: `Lead ${String(index).padStart(2, '0')}`,
      status: index % 9 === 0 ? 'proposta-aceita' : 'novo-lead',
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    }),
  )
  leads[44] = { ...leads[44], dataFechamento: '2026-11-30' } as (typeof leads)[number]
  await importLeads(server, owner.token, leads)
})

const items = () => screen.getAllByRole('listitem')

it('shows twenty leads of all accounts with their owners, the total and the pages', async () => {
  openApp('/admin/leads', admin.token)
  await screen.findByText('Carregando todos os leads...')
  expect((await screen.findByText(/^Total:/)).textContent).toBe('Total: 45 leads')
  expect(screen.getByText('Mostrando 1 a 20 de 45 leads')).toBeTruthy()
  expect(screen.getByText('Página 1 de 3')).toBeTruthy()
  expect(items()).toHaveLength(20)
  const [first] = items()
  for (const text of ['Lead 44', 'Clínica Bem-Estar', '(11) 98765-4321', 'joao@bemestar.com.br', 'R$\u00a02.500,50'])
    expect(first?.textContent).toContain(text)
  expect(first?.textContent).toContain('Prospecção 20/11/2026 · Fechamento 30/11/2026')
  expect(first?.textContent).toContain(`${owner.user.nome}${owner.user.email}BásicoAtivo`)

  await userEvent.click(screen.getByRole('button', { name: 'Próxima' }))
  await waitFor(() => expect(items()[0]?.textContent).toContain('Lead 24'))
  await userEvent.click(screen.getByRole('button', { name: 'Próxima' }))
  await screen.findByText('Mostrando 41 a 45 de 45 leads')
  expect(location.search).toMatch(/^\?pagina=3&cursor=/)
  await waitFor(() => expect(items()).toHaveLength(5))
  expect(items()[4]?.textContent).toContain('Lead 00')
  expect(screen.getByRole('button', { name: 'Próxima' }).getAttribute('aria-disabled')).toBe('true')

  await userEvent.click(screen.getByRole('button', { name: 'Anterior' }))
  await screen.findByText('Mostrando 21 a 40 de 45 leads')
  await waitFor(() => expect(items()[0]?.textContent).toContain('Lead 24'))
  await userEvent.click(screen.getByRole('button', { name: 'Anterior' }))
  await screen.findByText('Mostrando 1 a 20 de 45 leads')
  expect(location.search).toBe('')
})

it('stores the text, status and client filters in the URL and returns to the first page', async () => {
  openApp('/admin/leads?pagina=2', admin.token)
  await screen.findByText('Mostrando 21 a 40 de 45 leads')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Etapa' }), 'Proposta Aceita')
  await screen.findByText('Mostrando 1 a 5 de 5 leads')
  expect(screen.queryByRole('navigation', { name: 'Páginas de leads' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Próxima' })).toBeNull()
  await userEvent.type(screen.getByRole('searchbox', { name: /^Buscar/ }), 'lead 3{Enter}')
  await userEvent.type(screen.getByRole('searchbox', { name: 'E-mail do cliente' }), `${owner.user.email}{Enter}`)
  await waitFor(() => expect(screen.getByText(/^Total:/).textContent).toBe('Total: 1 lead'))
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
    status: 'proposta-aceita',
    q: 'lead 3',
    email: owner.user.email,
  })
  await userEvent.type(screen.getByRole('searchbox', { name: 'E-mail do cliente' }), 'x{Enter}')
  await screen.findByText('Nenhum lead encontrado')
  expect(screen.getByText('Ajuste os filtros para ver mais resultados')).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: 'Limpar Filtros' })[0] as HTMLElement)
  await screen.findByText('Mostrando 1 a 20 de 45 leads')
  expect(location.search).toBe('')
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'E-mail do cliente' }).value).toBe('')
})

it('redirects a page past the end to the last page', async () => {
  openApp('/admin/leads?pagina=99', admin.token)
  await waitFor(() => expect(items()).toHaveLength(5))
  expect(screen.getByText('Mostrando 41 a 45 de 45 leads')).toBeTruthy()
  expect(location.search).toBe('?pagina=3')
})

it('requests leads only on demand, because the trail records each request', async () => {
  const seen = async () => (await server.call(adminApi.trail, { token: admin.token })).data.total
  const before = await seen()
  openApp('/admin/leads', admin.token)
  await screen.findByText(/^Mostrando/)
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(await seen()).toBe(before + 1)
})

it('shows an error and retries', async () => {
  const through = globalThis.fetch
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (!String(input).startsWith('/api/admin/leads')) return through(input, init)
    const body = { code: 'not_found', message: 'Não desta vez.', requestId: 'abcdefgh' }
    return Promise.resolve(Response.json(body, { status: 404 }))
  })
  openApp('/admin/leads', admin.token)
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading', { name: 'Erro ao buscar leads' })).toBeTruthy()
  fetched.mockRestore()
  await userEvent.click(within(alert).getByRole('button', { name: 'Tentar novamente' }))
  await screen.findByText('Mostrando 1 a 20 de 45 leads')
})
