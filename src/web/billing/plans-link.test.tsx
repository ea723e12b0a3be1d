import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { planEntitlements } from '#contract/billing/entitlements.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { anExportedLead, aSubscriber, importLeads } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()

it('offers the plans when a new lead exceeds the limit of Básico and preserves the input', async () => {
  const { token } = await aSubscriber(server, 'basic')
  await importLeads(
    server,
    token,
    Array.from({ length: planEntitlements.basic.leads }, () => anExportedLead()),
  )
  openApp('/dashboard?aba=lista&lead=novo', token)
  const dialog = within(await screen.findByRole('dialog', { name: 'Novo Lead' }))
  const fields = {
    Nome: 'João Pedro Araújo',
    'Negócio / Nicho': 'Clínica Bem-Estar',
    Telefone: '11987654321',
    'E-mail': 'joao@exemplo.com.br',
    'Descrição do serviço': 'Site',
    'Valor do serviço': '250000',
  }
  for (const [label, text] of Object.entries(fields)) await userEvent.type(dialog.getByLabelText(label), text)
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  const refusal = await dialog.findByRole('alert')
  expect(refusal.textContent).toContain('O plano Básico vai até 100 leads.')
  expect(dialog.getByLabelText<HTMLInputElement>('Nome').value).toBe('João Pedro Araújo')
  await userEvent.click(within(refusal).getByRole('link', { name: 'Ver os planos' }))
  await waitFor(() => expect(location.pathname).toBe('/subscription'))
  expect((await server.call(leadsApi.stats, { token })).data.total).toBe(planEntitlements.basic.leads)
})

it('warns the owner on the dashboard when the plan is nearly full', async () => {
  const { token } = await aSubscriber(server, 'basic')
  await importLeads(
    server,
    token,
    Array.from({ length: 90 }, () => anExportedLead()),
  )
  openApp('/dashboard?aba=lista', token)
  expect(await screen.findByText('Você usa 90 de 100 leads do seu plano')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver os planos' }).getAttribute('href')).toBe('/subscription')
})
