import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aSubscriber, aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createAppFetch } from '../../../../tests/screens/app-fetch.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await testApp({
  supportEmail: 'suporte@fechou.example',
  supportHours: [24, 8, 4],
  supportPhone: '+55 11 4000-0000',
  trainingUrl: 'https://fechou.example/treinamentos',
})
globalThis.fetch = createAppFetch(server.app)

it('shows where an account with Empresarial gets support and training, and how fast', async () => {
  openApp('/profile/ajuda', (await aSubscriber(server, 'enterprise')).token)
  const email = await screen.findByRole('link', { name: 'suporte@fechou.example' })
  expect(email.getAttribute('href')).toBe('mailto:suporte@fechou.example')
  expect(screen.getByText('Respondemos em até 4 horas úteis.')).toBeTruthy()
  expect(screen.getByRole('link', { name: '+55 11 4000-0000' }).getAttribute('href')).toBe('tel:+551140000000')
  const training = screen.getByRole('link', { name: 'Agendar treinamento (abre em outra aba)' })
  expect(training.getAttribute('href')).toBe('https://fechou.example/treinamentos')
  const times = within(screen.getByRole('heading', { name: 'Prazo por plano' }).closest('section') as HTMLElement)
  expect(times.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    'Básico: até 24 horas úteis',
    'Profissional: até 8 horas úteis',
    'Empresarial: até 4 horas úteis (sua conta)',
  ])
})

it('shows a trial neither the phone nor the training', async () => {
  openApp('/profile/ajuda', (await aUser(server)).token)
  expect(await screen.findByText('Respondemos em até 8 horas úteis.')).toBeTruthy()
  expect(screen.queryByText('A qualquer hora, todos os dias.')).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Treinamento' })).toBeNull()
})

it('names the administrator of a product without a contact', async () => {
  server.services.settings.supportEmail = undefined
  openApp('/profile/ajuda', (await aUser(server)).token)
  expect(await screen.findByText('Fale com quem administra este sistema na sua empresa.')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Prazo por plano' })).toBeNull()
})
