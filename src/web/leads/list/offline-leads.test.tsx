import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await testApp()

/** Renders a dashboard with two leads and goes offline after it loads. */
const offlineAt = async (path: string, isThere: () => unknown) => {
  const { token } = await aUser(server)
  for (const nome of ['Maria', 'Joana']) await aLead(server, token, { nome })
  openApp(path, token)
  await screen.findByText('Mostrando 2 de 2 leads')
  await waitFor(() => expect(isThere()).toBeTruthy())
  act(() => onlineManager.setOnline(false))
}

it('the list shows the board’s leads and opens a lead', async () => {
  await offlineAt('/dashboard?aba=kanban', () => document.querySelector('[data-stage]'))
  await userEvent.click(screen.getAllByRole('link', { name: 'Lista' })[0] as HTMLElement)
  const name = await screen.findByRole('button', { name: 'Maria' })
  expect(screen.getByRole('button', { name: 'Joana' })).toBeTruthy()
  await userEvent.click(name)
  const dialog = within(await screen.findByRole('dialog', { name: 'Maria' }))
  expect(dialog.getByText('Esta é a versão que já estava carregada')).toBeTruthy()
})

it('other filters require a connection instead of showing the previous rows', async () => {
  await offlineAt('/dashboard?aba=lista', () => screen.queryByRole('button', { name: 'Maria' }))
  await userEvent.selectOptions(screen.getByLabelText('Etapa'), 'ganho')
  await screen.findByText('Sem conexão para buscar estes leads')
  expect(screen.queryByRole('button', { name: 'Maria' })).toBeNull()
  expect(screen.queryByText(/^Mostrando/)).toBeNull()
  act(() => onlineManager.setOnline(true))
  await screen.findByText('Nenhum lead encontrado')
})
