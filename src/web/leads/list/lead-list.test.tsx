import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, onTestFinished } from 'vitest'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await testApp()

/** Creates an account where `Lead 01` is the oldest and cheapest. */
const accountWith = async (count: number) => {
  const { token } = await aUser(server)
  for (let number = 1; number <= count; number++) {
    const nome = `Lead ${String(number).padStart(2, '0')}`
    await aLead(server, token, { nome, valorServico: number, dataFechamento: number === 1 ? '2026-11-21' : null })
  }
  return token
}

const rows = (...names: string[]) =>
  waitFor(() => {
    const shown = screen.getAllByRole('rowheader').map(cell => within(cell).getByRole('button').textContent)
    expect(shown).toEqual(names)
  })

const remove = async (nome: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Ações de ${nome}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Excluir' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText('Tem certeza que deseja excluir este lead?')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Excluir' }))
}

it('shows ten leads a page, newest first, each with contact, value and dates', async () => {
  openApp('/dashboard?aba=lista', await accountWith(11))
  await rows(...['11', '10', '09', '08', '07', '06', '05', '04', '03', '02'].map(number => `Lead ${number}`))
  await userEvent.click(screen.getByRole('button', { name: 'Página 2' }))
  await rows('Lead 01')
  expect(location.search).toBe('?aba=lista&pagina=2')
  const row = within(screen.getByRole('row', { name: /Lead 01/ }))
  expect(row.getByRole('link', { name: '(11) 98765-4321' }).getAttribute('href')).toBe('tel:11987654321')
  expect(row.getByRole('link', { name: 'joao@bemestar.com.br' }).getAttribute('href')).toBe(
    'mailto:joao@bemestar.com.br',
  )
  expect(row.getAllByRole('cell').map(cell => cell.textContent)).toEqual([
    '',
    '(11) 98765-4321joao@bemestar.com.br',
    'Novo Lead',
    'R$\u00a01,00',
    '20/11/2026',
    '21/11/2026',
    '',
  ])
})

it('links each phone number for calling and nothing else', async () => {
  const { token } = await aUser(server)
  await aLead(server, token, { nome: 'Lead 01', telefone: '5511987654321/1133334444 r. 22' })
  await aLead(server, token, { nome: 'Lead 02', telefone: 'não tem' })
  openApp('/dashboard?aba=lista', token)
  await rows('Lead 02', 'Lead 01')
  const callsOf = (nome: RegExp) =>
    within(screen.getByRole('row', { name: nome }))
      .getAllByRole('link')
      .map(link => [link.textContent, link.getAttribute('href')])
      .filter(([, href]) => href?.startsWith('tel:'))
  expect(callsOf(/Lead 01/)).toEqual([
    ['(11) 98765-4321', 'tel:+5511987654321'],
    ['(11) 3333-4444', 'tel:1133334444'],
  ])
  expect(callsOf(/Lead 02/)).toEqual([])
})

it('shows a dash for a lead without a closing date', async () => {
  openApp('/dashboard?aba=lista', await accountWith(2))
  await rows('Lead 02', 'Lead 01')
  expect(within(screen.getByRole('row', { name: /Lead 02/ })).getByText('-')).toBeTruthy()
})

it('sorts by its headers and returns to the first page', async () => {
  openApp('/dashboard?aba=lista&pagina=2', await accountWith(12))
  await rows('Lead 02', 'Lead 01')
  const heading = () => screen.getByRole('columnheader', { name: 'Valor' })
  const press = () => userEvent.click(within(heading()).getByRole('button'))
  await press()
  expect(heading().getAttribute('aria-sort')).toBe('descending')
  expect(location.search).toBe('?aba=lista&ordem=-valorServico')
  await press()
  await waitFor(() => expect(heading().getAttribute('aria-sort')).toBe('ascending'))
  await rows(...['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'].map(number => `Lead ${number}`))
  await press()
  await waitFor(() => expect(location.search).toBe('?aba=lista'))
  expect(heading().hasAttribute('aria-sort')).toBe(false)
})

it('opens the previous page after the last page lost its only row', async () => {
  openApp('/dashboard?aba=lista&pagina=2', await accountWith(11))
  await screen.findByText('Mostrando 11 de 11 leads', { selector: 'search *' })
  await rows('Lead 01')
  await remove('Lead 01')
  await screen.findByText('Mostrando 10 de 10 leads', { selector: 'search *' })
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(10))
  expect(location.search).toBe('?aba=lista')
})

it('redirects a page past the end to the last page', async () => {
  openApp('/dashboard?aba=lista&pagina=7', await accountWith(11))
  await rows('Lead 01')
  expect(location.search).toBe('?aba=lista&pagina=2')
})

it('preserves its history entry when a lead is closed', async () => {
  openApp('/dashboard?aba=lista', await accountWith(1))
  await rows('Lead 01')
  await userEvent.click(screen.getByRole('button', { name: 'Lead 01' }))
  const dialog = await screen.findByRole('dialog', { name: 'Lead 01' })
  expect(location.search).toMatch(/lead=/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Fechar' }))
  await waitFor(() => expect(location.search).toBe('?aba=lista'))
  expect(history.state.usr).toBeFalsy()
})

it('closes the dialog of a deleted lead', async () => {
  openApp('/dashboard?aba=lista', await accountWith(2))
  await rows('Lead 02', 'Lead 01')
  await userEvent.click(screen.getByRole('button', { name: 'Lead 01' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Excluir' }))
  await rows('Lead 02')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('suggests to create the first lead when there is none', async () => {
  const { token } = await aUser(server)
  openApp('/dashboard?aba=lista', token)
  await screen.findByText('Seu funil começa aqui')
  expect(screen.queryByRole('searchbox')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Cadastrar o primeiro lead' }))
  expect(await screen.findByRole('dialog', { name: 'Novo Lead' })).toBeTruthy()
})

it.each(['lista', 'kanban'])(
  'shows "Erro ao buscar leads" when the tab %s fails to load and loads it on a retry',
  async tab => {
    const token = await accountWith(1)
    const realFetch = globalThis.fetch
    let isDown = true
    globalThis.fetch = (input, init) =>
      isDown && String(input).includes('/leads')
        ? Promise.resolve(
            Response.json({ code: 'not_found', message: 'Falhou.', requestId: 'abcdefgh' }, { status: 404 }),
          )
        : realFetch(input, init)
    onTestFinished(() => {
      globalThis.fetch = realFetch
    })
    openApp(`/dashboard?aba=${tab}`, token)
    expect((await screen.findByText('Erro ao buscar leads')).parentElement?.textContent).toContain('Falhou.')
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    expect((await screen.findAllByText('Lead 01')).length).toBeGreaterThan(0)
  },
)
