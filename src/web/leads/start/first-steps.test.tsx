import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'
import { firstStepsShown } from './first-steps-shown.ts'

const server = await testApp()
beforeEach(() => firstStepsShown.write('shown'))

const panel = async () => within(await screen.findByRole('region', { name: 'Primeiros passos' }))
const steps = async () => (await panel()).getAllByRole('listitem').map(({ textContent }) => textContent)

it('an empty account can look around with sample leads, which one click removes', async () => {
  const { token } = await aUser(server)
  openApp('/dashboard?aba=lista', token)
  await userEvent.click(await screen.findByRole('button', { name: 'Ver com leads de exemplo' }))
  expect(await screen.findByRole('button', { name: 'Marina Duarte (exemplo)' })).toBeTruthy()
  await userEvent.click(await (await panel()).findByRole('button', { name: 'Remover exemplos' }))
  expect(await screen.findByText('Seu funil começa aqui')).toBeTruthy()
  expect((await server.call(leadsApi.list, { token })).data.total).toBe(0)
})

it('shows the first steps until all three are done', async () => {
  const { token } = await aUser(server)
  await aLead(server, token)
  const { unmount } = openApp('/dashboard?aba=lista', token)
  expect(await steps()).toEqual(['Cadastre o primeiro lead (feito)', 'Mova um lead de etapa', 'Chegue a 5 leads'])
  unmount()
  for (let count = 0; count < 4; count++) await aLead(server, token, { status: 'qualificando' })
  openApp('/dashboard?aba=lista', token)
  await waitFor(() => expect(firstStepsShown.read()).toBe('done'))
  expect(screen.queryByRole('region', { name: 'Primeiros passos' })).toBeNull()
})

it('shows the first steps of a new account after another one on the same device', async () => {
  firstStepsShown.write('done')
  const { token } = await aUser(server)
  const { unmount } = openApp('/dashboard?aba=lista', token)
  await screen.findByText('Seu funil começa aqui')
  unmount()
  await aLead(server, token)
  openApp('/dashboard?aba=lista', token)
  expect(await steps()).toEqual(['Cadastre o primeiro lead (feito)', 'Mova um lead de etapa', 'Chegue a 5 leads'])
})

it('can be closed and stays closed', async () => {
  const { token } = await aUser(server)
  await aLead(server, token)
  openApp('/dashboard?aba=lista', token)
  await userEvent.click(await (await panel()).findByRole('button', { name: 'Fechar os primeiros passos' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Primeiros passos' })).toBeNull())
  expect(firstStepsShown.read()).toBe('done')
})
