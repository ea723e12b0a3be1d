import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { trialEntitlements } from '#contract/billing/entitlements.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { aLead, aMember, aUser } from '#server/testing/factories.ts'
import { runImportJobs } from '#server/testing/import-file.ts'
import { testApp } from '#server/testing/test-app.ts'
import { failNextWrite, holdNextWrite } from '../../../tests/screens/next-write.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()

const choose = async (text: string, name = 'clientes.csv') =>
  userEvent.upload(await screen.findByLabelText('Planilha de leads'), new File([text], name, { type: 'text/csv' }))

/** Runs the queued work once the request has arrived. */
const finishWork = async (text: string) => {
  await screen.findByText(text)
  await runImportJobs(server)
}

/** Chooses an option and waits until the server has stored it. */
const select = async (label: string, option: string) => {
  const field = screen.getByLabelText<HTMLSelectElement>(label)
  await userEvent.selectOptions(field, option)
  await waitFor(() => expect(field.disabled).toBe(false))
  expect(field.selectedOptions[0]?.textContent).toBe(option)
}

/** Opens the check of a file. */
const check = async (text: string) => {
  openApp('/dashboard/importar', (await aUser(server)).token)
  await choose(text)
  await finishWork('Lendo a planilha...')
  await screen.findByRole('heading', { name: 'Confira' }, { timeout: 5000 })
}

describe('the import page', () => {
  it('imports a file after the check, offers its failed rows, and undoes it', async () => {
    const { token } = await aUser(server)
    await aLead(server, token, { nome: 'Ana', telefone: '11987654321', email: 'ana@exemplo.com' })
    openApp('/dashboard?aba=lista', token)
    await userEvent.click(await screen.findByRole('button', { name: 'Mais ações da lista' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Importar planilha' }))
    await choose('Nome;Telefone;Apelido\nAna;(11) 98765-4321;Aninha\nBia;11 3333-4444;\nCaio;;\n;;sem nome')
    await finishWork('Lendo a planilha...')

    await screen.findByRole('heading', { name: 'Confira' }, { timeout: 5000 })
    expect(screen.getByText('Novos').nextSibling?.textContent).toBe('2')
    expect(screen.getByText('Já existem').nextSibling?.textContent).toBe('1')
    expect(screen.getByText('Linhas que não entram (1)')).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Campo da coluna Apelido'), 'Negócio')
    await finishWork('Conferindo as linhas...')
    await waitFor(() => expect(screen.queryByText('Conferindo as linhas...')).toBeNull(), { timeout: 5000 })
    await select('Leads que já existem', 'Atualizar com a planilha')
    expect(screen.getByText(/A LGPD pede que se saiba de onde veio o contato/)).toBeTruthy()
    await select('Origem dos dados', 'Indicação')
    await select('Base legal', 'Consentimento')
    await userEvent.click(await screen.findByRole('button', { name: 'Importar 3 linhas' }, { timeout: 5000 }))
    await finishWork('Importando...')

    await screen.findByText('Importação concluída', {}, { timeout: 5000 })
    expect(screen.getByText('2 novos · 1 atualizado · 0 sem mudança · 1 com problema')).toBeTruthy()
    expect(screen.getByText('Origem: Indicação · Base legal: Consentimento')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Baixar linhas com problema' })).toBeTruthy()
    const leads = (await server.call(leadsApi.list, { token })).data.leads
    expect(leads.find(({ nome }) => nome === 'Ana')).toMatchObject({ negocio: 'Aninha', baseLegal: 'consentimento' })
    expect(leads.find(({ nome }) => nome === 'Bia')).toMatchObject({ origem: 'indicacao', baseLegal: 'consentimento' })

    await userEvent.click(screen.getByRole('button', { name: 'Desfazer importação' }))
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Desfazer importação' }))
    await finishWork('Desfazendo...')
    await screen.findByText('Importação desfeita', {}, { timeout: 5000 })
    expect((await server.call(leadsApi.list, { token })).data.leads.map(({ negocio }) => negocio)).toEqual([
      'Clínica Bem-Estar',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Importar outro arquivo' }))
    await screen.findByText('Desfeita')
    expect(screen.getByText('Origem: Indicação · Base legal: Consentimento')).toBeTruthy()
  })

  it('counts only the rows that fit into the plan', async () => {
    const { token } = await aUser(server)
    openApp('/dashboard/importar', token)
    const names = Array.from({ length: trialEntitlements.leads + 3 }, (_, index) => `Lead ${index}`)
    await choose(['Nome', ...names].join('\n'))
    await finishWork('Lendo a planilha...')
    const limit = formatCount(trialEntitlements.leads)
    await screen.findByText(`No seu plano cabem mais ${limit}`, {}, { timeout: 5000 })
    expect(screen.getByRole('button', { name: `Importar ${limit} linhas` })).toBeTruthy()
  })

  it('shows a choice at once, and takes the next one when it is stored', async () => {
    await check('Nome;Telefone;Apelido;Obs\nAna;11987654321;Aninha;boa')
    const field = (label: string) => screen.getByLabelText<HTMLSelectElement>(label)
    const column = (heading: string) => field(`Campo da coluna ${heading}`)
    const chosenOf = (select: HTMLSelectElement) => select.selectedOptions[0]?.textContent
    const release = holdNextWrite()
    await userEvent.selectOptions(column('Apelido'), 'Negócio')
    expect(chosenOf(column('Apelido'))).toBe('Negócio')
    expect([column('Obs'), field('Separador'), field('Etapa de quem não tem uma')]).toMatchObject([
      { disabled: true },
      { disabled: true },
      { disabled: true },
    ])
    release()
    await finishWork('Conferindo as linhas...')
    await waitFor(() => expect(column('Obs').disabled).toBe(false), { timeout: 5000 })
    await userEvent.selectOptions(column('Obs'), 'Forma de pagamento')
    await finishWork('Conferindo as linhas...')
    await waitFor(() => expect(chosenOf(column('Obs'))).toBe('Forma de pagamento'), { timeout: 5000 })
    expect(chosenOf(column('Apelido'))).toBe('Negócio')
  })

  it('shows a failure until the next attempt', async () => {
    await check('Nome;Telefone\nAna;11987654321')
    failNextWrite()
    await userEvent.selectOptions(screen.getByLabelText('Etapa de quem não tem uma'), 'Qualificando')
    await screen.findByText('Não foi possível continuar')
    await userEvent.click(screen.getByRole('button', { name: 'Importar 1 linha' }))
    await finishWork('Importando...')
    await screen.findByText('Importação concluída', {}, { timeout: 5000 })
    expect(screen.queryByText('Não foi possível continuar')).toBeNull()
  })

  it('says why a file cannot be read', async () => {
    const { token } = await aUser(server)
    openApp('/dashboard/importar', token)
    await choose('<html><table></table></html>', 'clientes.csv')
    await finishWork('Lendo a planilha...')
    await screen.findByText(/O arquivo é uma página da web/, {}, { timeout: 5000 })
  })

  it('is restricted to managers and the owner', async () => {
    const { token } = await aMember(server, await aUser(server), 'seller')
    openApp('/dashboard/importar', token)
    await screen.findByRole('heading', { name: 'Acesso Restrito' })
  })
})
