import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { captureApi } from '#contract/capture/capture.ts'
import { captureApp } from '#server/testing/capture-app.ts'
import { aMember, aSubscriber, aUser, fetchAllLeads } from '#server/testing/factories.ts'
import { loseNextResponse } from '../../../tests/screens/next-write.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await captureApp()
const { aForm, send } = server
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('the forms of an account', () => {
  it('are created, shared with link, QR code and HTML, and paused', async () => {
    const owner = await aSubscriber(server, 'basic')
    openApp('/profile/integracoes', owner.token)
    await press('Novo formulário')
    await press('Criar formulário')
    await screen.findByText('Dê um nome ao formulário')
    await userEvent.type(screen.getByLabelText('Nome do formulário'), 'Site')
    await press('Criar formulário')
    await screen.findByText('1 de 1 do plano em uso')
    expect(screen.queryByRole('button', { name: 'Novo formulário' })).toBeNull()
    const [form] = (await server.call(captureApi.forms, { token: owner.token })).data.forms
    expect(form).toMatchObject({ required: ['nome', 'telefone'], consentVersion: 1 })

    await press('Divulgar')
    const dialog = within(await screen.findByRole('dialog'))
    const address = `/f/${form?.key}`
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Link').value).toContain(address)
    expect(dialog.getByAltText('QR code do link do formulário').getAttribute('src')).toBe(`${address}/qr.svg`)
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Formulário no seu site').value).toContain(
      'type="tel" name="telefone" required',
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Fechar' }))
    await press('Pausar')
    await screen.findByText('Pausado')
  })

  it('list one whose response was lost, and create it once as it was sent last', async () => {
    const owner = await aSubscriber(server, 'basic')
    openApp('/profile/integracoes', owner.token)
    await press('Novo formulário')
    await userEvent.type(screen.getByLabelText('Nome do formulário'), 'Site')
    loseNextResponse()
    await press('Criar formulário')
    await screen.findByText('O formulário não foi salvo')
    await screen.findByText('1 de 1 do plano em uso')
    await userEvent.type(screen.getByLabelText('Nome do formulário'), ' novo')
    await press('Criar formulário')
    await screen.findByText('Formulário criado')
    const { forms } = (await server.call(captureApi.forms, { token: owner.token })).data
    expect(forms.map(({ nome }) => nome)).toEqual(['Site novo'])
  })

  it('keep what was changed elsewhere when they are paused', async () => {
    const owner = await aSubscriber(server, 'pro')
    const { _id: id } = await aForm(owner)
    openApp('/profile/integracoes', owner.token)
    await screen.findByRole('button', { name: 'Pausar' })
    await server.call(captureApi.changeForm, { token: owner.token, params: { id }, body: { title: 'Outro título' } })
    await press('Pausar')
    await screen.findByText('Pausado')
    const { forms } = (await server.call(captureApi.forms, { token: owner.token })).data
    expect(forms).toMatchObject([{ title: 'Outro título', isActive: false }])
  })

  it('stay paused when a text is saved that was opened before', async () => {
    const owner = await aSubscriber(server, 'pro')
    const { _id: id } = await aForm(owner)
    openApp('/profile/integracoes', owner.token)
    await press('Editar')
    await server.call(captureApi.changeForm, { token: owner.token, params: { id }, body: { isActive: false } })
    await userEvent.type(screen.getByLabelText('Nome do formulário'), ' novo')
    await press('Salvar formulário')
    await screen.findByText('Pausado')
    const { forms } = (await server.call(captureApi.forms, { token: owner.token })).data
    expect(forms).toMatchObject([{ nome: 'Site novo', isActive: false }])
  })

  describe('that two people edit at once', () => {
    const setUp = async () => {
      const owner = await aSubscriber(server, 'pro')
      const { _id: id } = await aForm(owner)
      const stored = async () => (await server.call(captureApi.forms, { token: owner.token })).data.forms[0]
      const elsewhere = (body: object) =>
        server.call(captureApi.changeForm, { token: owner.token, params: { id }, body: body as never })
      const retype = async (label: string, text: string) => {
        await userEvent.clear(await screen.findByLabelText(label))
        await userEvent.type(screen.getByLabelText(label), text)
      }
      openApp('/profile/integracoes', owner.token)
      await press('Editar')
      return { owner, stored, elsewhere, retype }
    }

    it('keep what the other changed in another field', async () => {
      const { stored, elsewhere, retype } = await setUp()
      await elsewhere({ thanks: 'Até logo', fields: ['nome', 'telefone'] })
      await retype('Título da página', 'Meu título')
      await press('Salvar formulário')
      await screen.findByText('Formulário salvo')
      expect(await stored()).toMatchObject({
        title: 'Meu título',
        thanks: 'Até logo',
        fields: ['nome', 'telefone'],
      })
    })

    it('say what the other has written in the same field, and replace it only if saved again', async () => {
      const { stored, elsewhere, retype } = await setUp()
      await retype('Título da página', 'Meu título')
      await elsewhere({ title: 'Outro título', intro: 'Olá' })
      await press('Salvar formulário')
      await screen.findByText(/Enquanto isso, mudou para “Outro título”/)
      expect((await stored())?.title).toBe('Outro título')
      expect(screen.getByLabelText<HTMLTextAreaElement>('Texto abaixo do título (opcional)').value).toBe('Olá')
      await press('Salvar formulário')
      await screen.findByText('Formulário salvo')
      expect(await stored()).toMatchObject({ title: 'Meu título', intro: 'Olá' })
    })

    it('ask nothing about what an own save with a lost response has stored', async () => {
      const { stored, retype } = await setUp()
      await retype('Título da página', 'Meu título')
      loseNextResponse()
      await press('Salvar formulário')
      await screen.findByText('O formulário não foi salvo')
      await retype('Título da página', 'Meu título novo')
      await press('Salvar formulário')
      await screen.findByText('Formulário salvo')
      expect((await stored())?.title).toBe('Meu título novo')
    })

    it('keep what was typed through a reload, until it is canceled', async () => {
      const { owner, stored, elsewhere, retype } = await setUp()
      await retype('Título da página', 'Meu título')
      cleanup()
      await elsewhere({ title: 'Outro título' })
      openApp('/profile/integracoes', owner.token)
      await screen.findByText('Recuperamos o que você tinha escrito')
      expect(screen.getByLabelText<HTMLInputElement>('Título da página').value).toBe('Meu título')
      await press('Salvar formulário')
      await screen.findByText(/Enquanto isso, mudou para “Outro título”/)
      await press('Cancelar')
      await press('Editar')
      expect(screen.queryByText('Recuperamos o que você tinha escrito')).toBeNull()
      expect((await stored())?.title).toBe('Outro título')
    })
  })

  it('show what waits as text, and make leads of it', async () => {
    const owner = await aUser(server)
    const form = await aForm(owner)
    const script = '<img src="x" onerror="alert(1)"><script>alert(1)</script>'
    await send(form, { nome: script, email: 'bia@', mensagem: script })
    const view = openApp('/profile/integracoes', owner.token)
    const list = within(await screen.findByRole('list', { name: 'Recebidos' }))
    expect(list.getAllByText(script)).toHaveLength(2)
    expect(list.getByText(/Faltam dados/)).toBeTruthy()
    await press('Tornar lead')
    await screen.findByText('Nada espera por você.')
    const [lead] = await fetchAllLeads(server, owner.token)
    expect(lead?.nome).toBe(script)
    view.unmount()
    openApp('/dashboard?aba=lista', owner.token)
    await screen.findAllByText(script)
    expect(document.querySelector('img[src="x"], script')).toBeNull()
  })

  it('tell the whole team whose turn it was', async () => {
    const owner = await aSubscriber(server, 'pro')
    const seller = await aMember(server, owner, 'seller', 'Rita Prado')
    await send(await aForm(owner, { distribution: 'turns', memberIds: [seller.member._id] }))
    openApp('/profile/equipe', seller.token)
    const turns = within(await screen.findByRole('list', { name: 'Rodízio' }))
    expect(turns.getByText('Rita Prado')).toBeTruthy()
  })
})
