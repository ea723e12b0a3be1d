import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { aBackup, runRestores } from '#server/testing/account-backups.ts'
import { aLead, aMember, aSubscriber, fetchAllLeads, subscribe } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { failNextWrite } from '../../../../tests/screens/next-write.ts'
import { openApp } from '../../../../tests/screens/open-app.tsx'

const server = await testApp()
const { call } = server
/** Lets the server work until the page shows a text. */
const work = (text: string) =>
  waitFor(
    async () => {
      await runRestores(server)
      expect(screen.queryByText(text)).toBeTruthy()
    },
    { timeout: 8000 },
  )
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

/** A backup with a lead that was removed since, and a lead that was added. */
const anAccident = async () => {
  const owner = await aSubscriber(server, 'pro')
  const { token } = owner
  const removed = await aLead(server, token, { nome: 'Ana Reis' })
  await aBackup(server, owner)
  await call(leadsApi.remove, { token, params: { id: removed._id } })
  await aLead(server, token, { nome: 'Rui Prado' })
  return owner
}
const namesOf = async (token: string) => (await fetchAllLeads(server, token)).map(({ nome }) => nome).toSorted()

describe('the backups', () => {
  it('bring back what was removed, after a preview, and an undo takes it back', async () => {
    const { token } = await anAccident()
    openApp('/profile/copias', token)
    expect(await screen.findByText('Última cópia verificada: agora')).toBeTruthy()
    await press(/^Restaurar a cópia de/)
    await press('Ver a prévia')
    await work('lead volta')
    expect(screen.queryByText(/para a lixeira/)).toBeNull()
    await press('Trazer de volta')
    await work('Restauração concluída')
    expect(await namesOf(token)).toEqual(['Ana Reis', 'Rui Prado'])
    await press('Desfazer')
    await press('Desfazer restauração')
    await work('Restauração desfeita')
    expect(await namesOf(token)).toEqual(['Rui Prado'])
  })

  it('show a failure of a restore until the next attempt', async () => {
    const { token } = await anAccident()
    openApp('/profile/copias', token)
    await press(/^Restaurar a cópia de/)
    await press('Ver a prévia')
    await work('lead volta')
    await press('Trazer de volta')
    await screen.findByRole('button', { name: 'Cancelar restauração' })
    failNextWrite()
    await press('Cancelar restauração')
    await screen.findByText('Não foi possível continuar')
    await work('Restauração concluída')
    await press('Desfazer')
    await press('Desfazer restauração')
    await work('Restauração desfeita')
    expect(screen.queryByText('Não foi possível continuar')).toBeNull()
  })

  it('go back to a day only with the typed word', async () => {
    const { token } = await anAccident()
    openApp('/profile/copias', token)
    await press(/^Restaurar a cópia de/)
    await userEvent.click(screen.getByRole('radio', { name: /^Voltar ao estado de/ }))
    await press('Ver a prévia')
    await work('lead mais novo vai para a lixeira')
    await press('Voltar ao estado')
    expect(await screen.findByText('Digite VOLTAR para confirmar')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Digite VOLTAR'), 'voltar')
    await press('Voltar ao estado')
    await work('Restauração concluída')
    expect(await namesOf(token)).toEqual(['Ana Reis'])
  })

  it('are downloaded with the password', async () => {
    const owner = await anAccident()
    openApp('/profile/copias', owner.token)
    await press(/^Baixar a cópia de/)
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Sua senha'), 'errada1')
    await userEvent.click(dialog.getByRole('button', { name: 'Baixar' }))
    expect(await dialog.findByText('Senha incorreta.')).toBeTruthy()
    const links: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      links.push(this.href)
    })
    await userEvent.clear(dialog.getByLabelText('Sua senha'))
    await userEvent.type(dialog.getByLabelText('Sua senha'), owner.password)
    await userEvent.click(dialog.getByRole('button', { name: 'Baixar' }))
    expect(await screen.findByText('O download começou')).toBeTruthy()
    click.mockRestore()
    const [link = ''] = links
    const { statusCode } = await server.app.inject({ method: 'GET', url: link.slice(link.indexOf('/api/')) })
    expect(statusCode).toBe(200)
  })

  it('are made when the owner asks, and only a few', async () => {
    const { token } = await anAccident()
    openApp('/profile/copias', token)
    await press('Fazer uma cópia agora')
    expect(await screen.findByText(/^Pode fechar esta página/)).toBeTruthy()
    await work('A pedido')
    expect(await screen.findByText('Cópia verificada')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^Baixar a cópia de/ })).toHaveLength(2)
    await press('Fazer uma cópia agora')
    await work('Nada mudou desde a última: ela foi lida de novo e vale também para agora.')
    await press('Fazer uma cópia agora')
    await work('Fazer uma cópia agora')
    await press('Fazer uma cópia agora')
    expect(await screen.findByText(/^Você já pediu todas as cópias que cabem em 24 horas/)).toBeTruthy()
  })

  it('can only be downloaded after a downgrade, and the page says until when', async () => {
    const owner = await anAccident()
    await subscribe(server, owner.user, 'basic')
    openApp('/profile/copias', owner.token)
    expect(await screen.findByText('Novas cópias voltam com o Profissional')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Baixar a cópia de/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Restaurar/ })).toBeNull()
  })

  it('are offered to an account whose plan has none', async () => {
    openApp('/profile/copias', (await aSubscriber(server, 'basic')).token)
    expect(await screen.findByText('O backup automático vem com o Profissional')).toBeTruthy()
  })

  it('are for the owner', async () => {
    const manager = await aMember(server, await aSubscriber(server, 'pro'), 'manager')
    openApp('/profile/copias', manager.token)
    expect(await screen.findByRole('heading', { level: 1, name: 'Acesso Restrito' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Cópias' })).toBeNull()
  })
})
