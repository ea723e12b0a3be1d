import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findUserByEmail, updateRole } from '#server/auth/store.ts'
import { anExpiredTrialUser, aUser, subscribe } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()

const anAdmin = async () => {
  const signedIn = await aUser(server)
  const row = await findUserByEmail(server.db, signedIn.user.email)
  if (row) await updateRole(server.db, row.identity_id, 'admin')
  return signedIn
}
const header = () => screen.findByRole('banner')

it('truncates a long name to 18 characters and shows the full name in the title', async () => {
  const { token } = await aUser(server, { nome: 'Mariana Conceição Albuquerque' })
  openApp('/profile', token)
  const name = within(await header()).getByTitle('Mariana Conceição Albuquerque')
  expect(name.firstChild?.textContent).toBe('Mariana Conceição…')
})

it('shows the remaining trial days and links to the plans', async () => {
  const { token } = await aUser(server)
  openApp('/profile', token)
  const chip = within(await header()).getByRole('link', { name: 'Teste: 3 dias' })
  expect(chip.getAttribute('href')).toBe('/subscription')
})

it('hides the trial from subscribers and Admin from other users', async () => {
  const { user, token } = await aUser(server)
  await subscribe(server, user, 'pro')
  openApp('/profile', token)
  const links = within(await header()).getAllByRole('link')
  expect(links.map(link => link.textContent)).toEqual([
    'FechouSistema de Gestão de Leads',
    'Hoje',
    'Dashboard',
    'Kanban',
    'Lista',
    'Relatórios',
    'Perfil',
  ])
})

it('shows administrators their link and badge', async () => {
  const { token } = await anAdmin()
  openApp('/profile', token)
  const top = within(await header())
  expect(top.getByRole('link', { name: 'Admin' }).getAttribute('href')).toBe('/admin')
  expect(top.getAllByText('Admin')).toHaveLength(2)
})

it('opens the phone menu with the same items and closes it with Escape', async () => {
  const { token } = await aUser(server, { nome: 'Mariana Conceição Albuquerque' })
  openApp('/profile', token)
  await header()
  const user = userEvent.setup()
  const trigger = screen.getByRole('button', { name: 'Abrir menu' })
  expect(trigger.getAttribute('aria-expanded')).toBe('false')
  await user.click(trigger)
  expect(trigger.getAttribute('aria-expanded')).toBe('true')
  const menu = document.getElementById(trigger.getAttribute('aria-controls') ?? '')
  const inside = within(menu as HTMLElement)
  expect(await inside.findByText('Mariana Conc…')).toBeTruthy()
  expect(inside.getByRole('link', { name: 'Perfil' })).toBeTruthy()
  expect(inside.getByRole('button', { name: 'Sair' })).toBeTruthy()
  inside.getByRole('link', { name: 'Perfil' }).focus()
  await user.keyboard('{Escape}')
  expect(trigger.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(trigger)
})

it('switches the theme', async () => {
  const { token } = await aUser(server)
  openApp('/profile', token)
  await header()
  await userEvent.click(screen.getByRole('button', { name: 'Abrir menu' }))
  const theme = screen.getByRole('combobox', { name: 'Tema' })
  await userEvent.selectOptions(theme, 'Escuro')
  expect(document.documentElement.dataset.theme).toBe('dark')
  await userEvent.selectOptions(theme, 'Sistema')
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

it('changes the row density and stores it', async () => {
  const { token } = await aUser(server)
  openApp('/profile', token)
  await header()
  await userEvent.click(await screen.findByRole('button', { name: 'Aparência' }))
  expect(screen.getByRole('menuitemradio', { name: 'Confortável' }).getAttribute('aria-checked')).toBe('true')
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Compacta' }))
  expect(document.documentElement.dataset.density).toBe('compact')
  expect(localStorage.getItem('densidade')).toBe('compact')
  await userEvent.click(screen.getByRole('button', { name: 'Abrir menu' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Densidade' }), 'Confortável')
  expect(document.documentElement.dataset.density).toBeUndefined()
})

const resizeTo = (width: number) =>
  (window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }).happyDOM.setViewport({
    width,
  })

describe('the main navigation', () => {
  const mainLinks = () =>
    within(screen.getByRole('navigation', { name: 'Navegação principal' }))
      .getAllByRole('link')
      .map(link => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')])

  it.each(['/profile', '/subscription'])('leads from %s to the tabs of the dashboard', async path => {
    const { token } = await aUser(server)
    openApp(path, token)
    await header()
    expect(mainLinks()).toEqual([
      ['Hoje', '/dashboard?aba=hoje'],
      ['Dashboard', '/dashboard'],
      ['Kanban', '/dashboard?aba=kanban'],
      ['Lista', '/dashboard?aba=lista'],
      ['Relatórios', '/dashboard/relatorios'],
    ])
  })

  it('is a bar at the bottom of a phone, with the new lead in its middle', async () => {
    const { token } = await aUser(server)
    resizeTo(390)
    onTestFinished(() => resizeTo(1024))
    openApp('/profile', token)
    await header()
    await screen.findByRole('navigation', { name: 'Navegação principal' })
    expect(mainLinks()).toEqual([
      ['Hoje', '/dashboard?aba=hoje'],
      ['Funil', '/dashboard?aba=kanban'],
      ['Novo Lead', '/dashboard?aba=kanban&lead=novo'],
      ['Lista', '/dashboard?aba=lista'],
      ['Perfil', '/profile'],
    ])
    await userEvent.click(screen.getByRole('link', { name: 'Novo Lead' }))
    expect(location.pathname + location.search).toBe('/dashboard?aba=kanban&lead=novo')
  })

  it('does not lead to a dashboard that is closed', async () => {
    const { token } = await anExpiredTrialUser(server)
    openApp('/subscription', token)
    await header()
    expect(screen.queryByRole('navigation', { name: 'Navegação principal' })).toBeNull()
  })
})
