import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { keysApi } from '#contract/keys/keys.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { webhooksApi } from '#contract/webhooks/webhooks.ts'
import { aMember, aSubscriber } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { loseNextResponse } from '../../../tests/screens/next-write.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

/** Creates all webhooks of the Pro plan but one. */
const fillAllButOne = async (token: string) => {
  for (const path of ['um', 'dois']) {
    const url = `https://93.184.215.14/${path}`
    await server.call(webhooksApi.create, { token, body: { url, description: '', events: ['lead.created'] } })
  }
}

describe('the integrations page', () => {
  it('creates a key that works, shows it once, and revokes it', async () => {
    const owner = await aSubscriber(server, 'enterprise')
    openApp('/profile/integracoes', owner.token)
    await userEvent.type(await screen.findByLabelText('Nome da chave'), 'n8n')
    await userEvent.type(screen.getByLabelText('Sua senha'), owner.password)
    await press('Criar chave')
    const token = (await screen.findByText(/^fch_\w{38}$/)).textContent ?? ''
    expect((await server.call(leadsApi.list, { token })).status).toBe(200)
    await press('Já guardei')
    expect(screen.queryByText(token)).toBeNull()
    await press('Revogar')
    await press('Revogar chave')
    await waitFor(() => expect(screen.queryByText(`fch_…${token.slice(-4)}`)).toBeNull())
    expect((await server.call(leadsApi.list, { token })).status).toBe(401)
  })

  it('creates a key of which the response was lost again after a reload, without a second one', async () => {
    const owner = await aSubscriber(server, 'enterprise')
    openApp('/profile/integracoes', owner.token)
    await userEvent.type(await screen.findByLabelText('Nome da chave'), 'n8n')
    await userEvent.type(screen.getByLabelText('Sua senha'), owner.password)
    loseNextResponse()
    await press('Criar chave')
    await screen.findByText('A chave não foi criada')
    cleanup()
    openApp('/profile/integracoes', owner.token)
    await screen.findByText('Recuperamos o que você tinha escrito')
    expect(screen.getByLabelText<HTMLInputElement>('Nome da chave').value).toBe('n8n')
    const password = screen.getByLabelText<HTMLInputElement>('Sua senha')
    expect(password.value).toBe('')
    await userEvent.type(password, owner.password)
    await press('Criar chave')
    const token = (await screen.findByText(/^fch_\w{38}$/)).textContent ?? ''
    expect((await server.call(leadsApi.list, { token })).status).toBe(200)
    expect((await server.call(keysApi.list, { token: owner.token })).data.keys).toHaveLength(1)
    await press('Já guardei')
    expect(screen.getByLabelText<HTMLInputElement>('Nome da chave').value).toBe('')
  })

  it('creates the last webhook of the plan again after its response was lost, as it was changed since', async () => {
    const { token } = await aSubscriber(server, 'pro')
    await fillAllButOne(token)
    openApp('/profile/integracoes', token)
    await userEvent.type(await screen.findByLabelText('Endereço que recebe'), 'https://93.184.215.14/tres')
    loseNextResponse()
    await press('Criar webhook')
    await screen.findByText('O webhook não foi criado')
    await screen.findByText('3 de 3 do plano em uso')
    cleanup()
    openApp('/profile/integracoes', token)
    await userEvent.type(await screen.findByLabelText('Endereço que recebe'), '/novo')
    await press('Criar webhook')
    await screen.findByText(/^whsec_/)
    const { webhooks } = (await server.call(webhooksApi.list, { token })).data
    expect(webhooks.map(({ url }) => url.slice(22)).toSorted()).toEqual(['dois', 'tres/novo', 'um'])
  })

  it('shows the secret of the last webhook of the plan until it was stored', async () => {
    const { token } = await aSubscriber(server, 'pro')
    await fillAllButOne(token)
    openApp('/profile/integracoes', token)
    await userEvent.type(await screen.findByLabelText('Endereço que recebe'), 'https://93.184.215.14/tres')
    await press('Criar webhook')
    await screen.findByText('3 de 3 do plano em uso')
    expect(screen.getByText(/^whsec_/)).toBeTruthy()
    await press('Já guardei')
    expect(screen.queryByText(/^whsec_/)).toBeNull()
    expect(screen.queryByLabelText('Endereço que recebe')).toBeNull()
  })

  it('creates a webhook, explains a refused address, tests it and shows its log', async () => {
    const owner = await aSubscriber(server, 'pro')
    openApp('/profile/integracoes', owner.token)
    const url = await screen.findByLabelText('Endereço que recebe')
    await userEvent.type(url, 'https://192.168.0.1/hook')
    await press('Criar webhook')
    await screen.findByText('Este endereço é de uma rede privada.')
    await userEvent.clear(url)
    await userEvent.type(url, 'https://93.184.215.14/hook')
    await press('Criar webhook')
    await screen.findByText(/^whsec_/)
    await screen.findByText('1 de 3 do plano em uso')
    await server.db.run(`update webhook_endpoints set url = 'https://127.0.0.1:9000/'`)
    await press('Enviar teste')
    await screen.findByText('O teste falhou')
    await press('Ver envios')
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('Teste')
    expect(dialog.getByText(/próprio servidor \(loopback\)/)).toBeTruthy()
  })

  it('shows a manager webhooks only, and names the plan that includes them', async () => {
    const owner = await aSubscriber(server, 'pro')
    const manager = await aMember(server, owner, 'manager')
    await server.db.run(`update accounts set subscription_plan = 'basic' where id = $1`, [owner.account._id])
    openApp('/profile/integracoes', manager.token)
    await screen.findByText('Webhooks vêm a partir do plano Profissional')
    expect(screen.queryByText('Chaves de API')).toBeNull()
  })
})
