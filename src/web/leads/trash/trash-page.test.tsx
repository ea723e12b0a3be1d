import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { bulkApi } from '#contract/bulk/bulk.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, anExportedLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { loseNetwork } from '../../../../tests/screens/next-write.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await testApp()

const totalOf = async (token: string) => (await server.call(leadsApi.stats, { token })).data.total

describe('the trash', () => {
  it('keeps the chosen leads when another one is restored', async () => {
    const { token } = await aUser(server)
    for (const nome of ['Ana', 'Bruno', 'Carla']) {
      const { _id: id } = await aLead(server, token, { nome })
      await server.call(leadsApi.remove, { token, params: { id } })
    }
    openApp('/dashboard/lixeira', token)
    const rows = within(await screen.findByRole('list', { name: 'Leads excluídos' }))
    const [first, second] = rows.getAllByRole('checkbox') as [HTMLElement, HTMLElement]
    await userEvent.click(first)
    await userEvent.click(second)
    await userEvent.click(rows.getAllByRole('button', { name: /^Restaurar/ })[2] as HTMLElement)
    await screen.findByText('De volta à lista: 1 lead')
    expect(screen.getByRole('button', { name: 'Restaurar 2 leads' })).toBeTruthy()
    await userEvent.click(rows.getAllByRole('button', { name: /^Restaurar/ })[0] as HTMLElement)
    await screen.findByRole('button', { name: 'Restaurar 1 lead' })
  })

  it('shows a failed restore at once, also while the leads do not load, and repeats it', async () => {
    const { token } = await aUser(server)
    const { _id: id } = await aLead(server, token, { nome: 'Ana' })
    await server.call(leadsApi.remove, { token, params: { id } })
    openApp('/dashboard/lixeira', token)
    const restore = await screen.findByRole('button', { name: 'Restaurar Ana' })
    const countWrites = loseNetwork()
    await userEvent.click(restore)
    await screen.findByText('Erro ao restaurar leads!')
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    await waitFor(() => expect(countWrites()).toBe(2))
  })

  it('opens from the list and restores one or several leads', async () => {
    const { token } = await aUser(server)
    await aLead(server, token, { nome: 'Fica na lista' })
    for (const nome of ['Ana', 'Bruno', 'Carla']) {
      const { _id: id } = await aLead(server, token, { nome })
      await server.call(leadsApi.remove, { token, params: { id } })
    }
    openApp('/dashboard?aba=lista', token)
    await userEvent.click(await screen.findByRole('button', { name: 'Mais ações da lista' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Lixeira' }))
    await screen.findByRole('heading', { name: 'Lixeira' })
    const rows = await screen.findByRole('list', { name: 'Leads excluídos' })
    expect(
      within(rows)
        .getAllByRole('listitem')
        .map(row => row.textContent),
    ).toEqual(Array(3).fill(expect.stringContaining('excluído agora por Mariana Conceição · mais 30 dias')))

    await userEvent.click(screen.getByRole('button', { name: 'Restaurar Bruno' }))
    await screen.findByText('De volta à lista: 1 lead')
    await waitFor(() => expect(screen.queryByText('Bruno')).toBeNull())
    expect(await totalOf(token)).toBe(2)

    await userEvent.click(screen.getByRole('button', { name: 'Selecionar todos' }))
    await userEvent.click(screen.getByRole('button', { name: 'Restaurar 2 leads' }))
    await screen.findByText('A lixeira está vazia')
    expect(await totalOf(token)).toBe(4)
  })
})

describe('selecting the whole trash', () => {
  it('restores also the leads that are not loaded, except those left out', async () => {
    const { token } = await aUser(server)
    const leads = Array.from({ length: 60 }, (_, index) => anExportedLead({ nome: `Lead ${index}` }))
    await server.call(leadsApi.sync, { token, body: { leads } })
    await server.call(bulkApi.remove, { token, body: { filters: {} } })
    openApp('/dashboard/lixeira', token)
    await userEvent.click(await screen.findByRole('button', { name: 'Selecionar todos os 60' }))
    const rows = within(screen.getByRole('list', { name: 'Leads excluídos' }))
    const [first] = rows.getAllByRole('checkbox')
    if (first) await userEvent.click(first)
    await userEvent.click(screen.getByRole('button', { name: 'Restaurar 59 leads' }))
    await screen.findByText('De volta à lista: 59 leads')
    await waitFor(() => expect(rows.getAllByRole('checkbox')).toHaveLength(1))
    expect(await totalOf(token)).toBe(59)
  })
})

describe('the menu of the list', () => {
  it('exports exactly the filtered leads', async () => {
    const { token } = await aUser(server)
    for (const nome of ['Ana Padaria', 'Bruno Oficina']) await aLead(server, token, { nome })
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
      saved.push(file as Blob)
      return 'blob:leads'
    })
    // happy-dom would leave the page for the file.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    openApp('/dashboard?aba=lista&q=padaria', token)
    await userEvent.click(await screen.findByRole('button', { name: 'Mais ações da lista' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Exportar CSV (Excel)' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const text = await saved[0]?.text()
    expect(text).toContain('Ana Padaria')
    expect(text).not.toContain('Bruno Oficina')
  })
})
