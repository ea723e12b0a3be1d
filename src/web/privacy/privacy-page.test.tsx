import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { aLead, aSubscriber, fetchAllLeads } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()

it('the privacy page finds a person, records a request and anonymizes the person', async () => {
  const { token } = await aSubscriber(server, 'pro')
  await aLead(server, token, { nome: 'Ana Souza', telefone: '(11) 98765-4321' })
  openApp('/profile/privacidade', token)
  await userEvent.type(await screen.findByLabelText('Telefone ou e-mail da pessoa'), '11987654321')
  await userEvent.click(screen.getByRole('button', { name: 'Buscar' }))
  await screen.findByText('Ana Souza')

  await userEvent.click(screen.getByRole('button', { name: 'Registrar pedido' }))
  await userEvent.type(screen.getByLabelText('Nome de quem pediu'), 'Ana Souza')
  await userEvent.type(screen.getByLabelText('Telefone'), '11987654321')
  await userEvent.type(screen.getByLabelText('Como você confirmou a identidade'), 'Por telefone')
  await userEvent.click(screen.getByRole('button', { name: 'Registrar pedido' }))
  expect(await screen.findByText('Vence em 15 dias')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Anonimizar' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Anonimizar' }))
  expect(await within(dialog).findByText('Digite ANONIMIZAR para confirmar')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Digite ANONIMIZAR'), 'anonimizar')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Anonimizar' }))
  await screen.findByText('Nenhum lead com este contato.')
  expect((await fetchAllLeads(server, token))[0]).toMatchObject({ nome: '', telefone: '' })
})
