import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { updateRole } from '#server/auth/store.ts'
import { aLead, anAdmin, aSubscriber, aUser, type Person, userRow } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()
let admin: Person
let ines: Person

const name = 'Bartolomeu de Gusmão Albuquerque'

beforeAll(async () => {
  admin = await anAdmin(server)
  ines = await aSubscriber(server, 'pro')
  await server.db.run(
    `update accounts set stripe_customer_id = 'cus_ines', current_period_end = '2026-12-24T15:00:00Z'
      where id = (select account_id from users where id = $1)`,
    [ines.user._id],
  )
  await aUser(server, { nome: name, email: 'bartolomeu@exemplo.com.br' })
  for (const person of [ines, ines, ines, admin]) await aLead(server, person.token)
})

const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent

/** Wraps `fetch` so that requests to a path fail. */
const failing = (path: string) => {
  const through = globalThis.fetch
  return vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (!String(input).startsWith(`/api${path}`)) return through(input, init)
    const body = { code: 'not_found', message: 'Não desta vez.', requestId: 'abcdefgh' }
    return Promise.resolve(Response.json(body, { status: 404 }))
  })
}

describe('the admin panel', () => {
  it('shows seven metrics, the clients and the leads by plan, requested in parallel', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    openApp('/admin', admin.token)
    await screen.findByText('Carregando painel administrativo...')
    // The same text is shown while the page's code loads.
    await waitFor(() => {
      const asked = fetched.mock.calls.map(([input]) => String(input).split('?')[0])
      expect(asked).toEqual(
        expect.arrayContaining([adminApi.users, adminApi.metrics, adminApi.revenue].map(({ path }) => `/api${path}`)),
      )
    })
    await screen.findByRole('heading', { name: 'Painel administrativo' })
    fetched.mockRestore()

    expect(figure('Total de clientes')).toBe('2')
    expect(figure('Clientes ativos')).toBe('1')
    expect(figure('Total de leads')).toBe('4')
    expect(figure('Receita total')).toBe('R$\u00a00,00')
    expect(figure('Média de leads por cliente')).toBe('1,5')
    expect(figure('Clientes que cancelaram')).toBe('0')
    expect(figure('Clientes em atraso')).toBe('0')
    const plans = within(screen.getByRole('region', { name: 'Leads por Plano' })).getAllByRole('listitem')
    expect(plans.map(plan => plan.textContent)).toEqual(['Profissional3 leads, 75%', 'Sem plano1 lead, 25%'])

    const [, first, second] = within(screen.getByRole('table', { name: /^Clientes/ })).getAllByRole('row')
    expect(first?.textContent).toMatch(
      /^Bartolomeu de Gusmão Albuquerquebartolomeu@exemplo\.com\.brSem planoEm teste até \d\d\/\d\d\/\d{4}.*N\/AVer$/,
    )
    expect(second?.textContent).toMatch(/ProfissionalAtivo\d\d\/\d\d\/\d{4}24\/12\/2026Ver$/)
    expect(document.title).toBe('Painel administrativo – Fechou')
  })

  it('stores the client search in the URL', async () => {
    openApp('/admin', admin.token)
    const box = await screen.findByRole('searchbox', { name: 'Buscar clientes por nome ou e-mail' })
    await userEvent.type(box, 'gusmao{Enter}')
    await screen.findByText('Mostrando 1 a 1 de 1 clientes')
    expect(location.search).toBe('?q=gusmao')
    await userEvent.clear(box)
    await userEvent.type(box, 'ninguém assim{Enter}')
    expect(await screen.findByText('Nenhum cliente encontrado')).toBeTruthy()
    expect(document.activeElement).toBe(box)
  })

  it.each([adminApi.users, adminApi.metrics, adminApi.revenue])(
    'shows that $path failed and retries',
    async ({ path }) => {
      const fetched = failing(path)
      openApp('/admin', admin.token)
      const alert = await screen.findByRole('alert')
      expect(within(alert).getByRole('heading', { name: 'Erro ao carregar dados administrativos' })).toBeTruthy()
      expect(alert.textContent).toContain('Não desta vez.')
      fetched.mockRestore()
      await userEvent.click(within(alert).getByRole('button', { name: 'Tentar novamente' }))
      expect(await screen.findByRole('heading', { name: 'Painel administrativo' })).toBeTruthy()
    },
  )

  it('shows "Erro desconhecido" for a failure without a message', async () => {
    const through = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
      String(input).startsWith(`/api${adminApi.metrics.path}`) ? (null as never) : through(input, init),
    )
    openApp('/admin', admin.token)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Erro desconhecido')
    vi.restoreAllMocks()
  })

  it('stays visible when a later search fails', async () => {
    openApp('/admin', admin.token)
    const box = await screen.findByRole('searchbox', { name: 'Buscar clientes por nome ou e-mail' })
    const fetched = failing(adminApi.users.path)
    await userEvent.type(box, 'gusmao{Enter}')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Erro ao buscar usuários')
    expect(figure('Total de clientes')).toBe('2')
    fetched.mockRestore()
    await userEvent.click(within(alert).getByRole('button', { name: 'Tentar novamente' }))
    await screen.findByText('Mostrando 1 a 1 de 1 clientes')
  })

  it('shows in the trail what each actor viewed and the IP address', async () => {
    await server.call(adminApi.leads, {
      token: admin.token,
      query: { search: 'café', status: 'ganho', email: 'ines', page: 3 },
    })
    openApp('/admin', admin.token)
    const table = await screen.findByRole('table', { name: 'Registro de auditoria' })
    const [, row] = within(table).getAllByRole('row')
    expect(row?.textContent).toContain(admin.user.nome + admin.user.email)
    expect(row?.textContent).toContain(
      'Consultou os leads dos clientes: busca “café”, etapa Ganho (Fechou), e-mail do cliente “ines”, página 3',
    )
    expect(row?.textContent).toContain('127.0.0.1')
  })
})

describe.each(['/admin', '/admin/leads'])('%s for a user without the administrator role', path => {
  it('is restricted and sends no request', async () => {
    const { token } = await aUser(server)
    const fetched = vi.spyOn(globalThis, 'fetch')
    openApp(path, token)
    await screen.findByRole('heading', { name: 'Acesso Restrito', level: 1 })
    expect(screen.getByText('Apenas administradores podem acessar esta página.')).toBeTruthy()
    // The header asks for the session and the notifications, on every page.
    const ofPage = fetched.mock.calls.filter(([input]) => !/^\/api\/(auth\/|notifications$)/.test(String(input)))
    expect(ofPage).toEqual([])
    expect(location.pathname).toBe(path)
    fetched.mockRestore()
  })

  it('closes when the administrator role is revoked and opens when it is granted', async () => {
    const person = await anAdmin(server)
    openApp(path, person.token)
    await screen.findByRole('heading', { name: /Painel administrativo|Todos os leads/ })
    await screen.findByText(/Mostrando/)
    const { identity_id } = await userRow(server, person.user)
    await updateRole(server.db, identity_id, 'user')
    await userEvent.type(screen.getAllByRole('searchbox')[0] as HTMLElement, 'x{Enter}')
    await screen.findByRole('heading', { name: 'Acesso Restrito' })
    expect(screen.queryByText(/Mostrando/)).toBeNull()

    await updateRole(server.db, identity_id, 'admin')
    await userEvent.click(screen.getByRole('link', { name: 'Perfil' }))
    await screen.findByRole('heading', { name: 'Perfil' })
    history.back()
    await waitFor(() => screen.getByRole('heading', { name: /Painel administrativo|Todos os leads/ }))
  })
})

it('redirects a visitor to the login', async () => {
  openApp('/admin/leads?q=x')
  await screen.findByRole('heading', { name: 'Entrar no Fechou' })
  expect(history.state.usr.from).toMatchObject({ pathname: '/admin/leads', search: '?q=x' })
})
