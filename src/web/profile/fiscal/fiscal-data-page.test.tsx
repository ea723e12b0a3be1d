import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fiscalDataApi } from '#contract/billing/fiscal-data.ts'
import { waitForWebhooks } from '#server/testing/billing-actions.ts'
import { aPayingUser } from '#server/testing/billing-app.ts'
import { aFiscalDataForm, aMember, aUser } from '#server/testing/factories.ts'
import { billingScreens } from '../../../../tests/screens/billing-screens.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await billingScreens()
const texts = {
  'CPF ou CNPJ': '12abc34501de35',
  'Nome completo ou razão social': 'Padaria Sol Ltda.',
  CEP: '01310100',
  Rua: 'Avenida Paulista',
  Número: '1000',
  Bairro: 'Bela Vista',
  Cidade: 'São Paulo',
}
const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`)) as HTMLInputElement
const fill = async () => {
  await screen.findByLabelText(/^CPF ou CNPJ/)
  for (const [label, text] of Object.entries(texts)) await userEvent.type(field(label), text)
  await userEvent.selectOptions(field('Estado'), 'SP')
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
const stored = async (token: string) => (await server.call(fiscalDataApi.find, { token })).data.fiscalData

describe('the fiscal data', () => {
  it('are saved, with their punctuation shown', async () => {
    const { token } = await aUser(server)
    openApp('/profile/dados-fiscais', token)
    await fill()
    expect(field('CPF ou CNPJ').value).toBe('12.ABC.345/01DE-35')
    expect(field('CEP').value).toBe('01310-100')
    await save()
    expect(await screen.findByText('Dados fiscais salvos')).toBeTruthy()
    expect(await stored(token)).toMatchObject({ taxId: '12ABC34501DE35', cep: '01310100', state: 'SP' })
  })

  it('that another person saved meanwhile are replaced only if saved again', async () => {
    const { token } = await aUser(server)
    openApp('/profile/dados-fiscais', token)
    await fill()
    await server.call(fiscalDataApi.change, { token, body: aFiscalDataForm({ legalName: 'Outra Ltda.', number: '7' }) })
    await save()
    await screen.findByText(/Enquanto isso, mudou para “Outra Ltda.”/)
    expect(await stored(token)).toMatchObject({ legalName: 'Outra Ltda.', number: '7' })
    await save()
    await screen.findByText('Dados fiscais salvos')
    expect(await stored(token)).toMatchObject({ legalName: 'Padaria Sol Ltda.', number: '1000' })
    await server.call(fiscalDataApi.change, {
      token,
      body: aFiscalDataForm({ taxId: texts['CPF ou CNPJ'], number: '9' }),
    })
    await userEvent.clear(field('Rua'))
    await userEvent.type(field('Rua'), 'Rua Nova')
    await save()
    await waitFor(async () => expect(await stored(token)).toMatchObject({ street: 'Rua Nova', number: '9' }))
  })

  it('with a wrong number stay in the form, with the error beside the number', async () => {
    const { token } = await aUser(server)
    openApp('/profile/dados-fiscais', token)
    await fill()
    await userEvent.clear(field('CPF ou CNPJ'))
    await userEvent.type(field('CPF ou CNPJ'), '529.982.247-26')
    await save()
    expect(await screen.findByText('Confira o CPF ou CNPJ: os dígitos verificadores não batem')).toBeTruthy()
    expect(field('Cidade').value).toBe('São Paulo')
    expect(await stored(token)).toBeNull()
  })

  it('that wait for the payment provider are shown as such', async () => {
    const { token } = await aPayingUser(server, 'basic')
    // The webhooks of the payment ask the API too, and would take a failure of the two.
    await waitForWebhooks(server)
    server.sandbox.chaos.api_500 = 2
    await server.call(fiscalDataApi.change, { token, body: aFiscalDataForm() })
    server.sandbox.chaos.api_500 = 0
    openApp('/profile/dados-fiscais', token)
    expect(await screen.findByText('Falta enviar ao provedor de pagamentos')).toBeTruthy()
    await save()
    await screen.findByText('Dados fiscais salvos')
    await waitFor(() => expect(screen.queryByText('Falta enviar ao provedor de pagamentos')).toBeNull())
  })

  it('are for the owner alone', async () => {
    const manager = await aMember(server, await aUser(server), 'manager')
    openApp('/profile/dados-fiscais', manager.token)
    expect(await screen.findByRole('heading', { level: 1, name: 'Acesso Restrito' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Dados fiscais' })).toBeNull()
  })
})
