import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type CaptureForm, captureApi } from '#contract/capture/capture.ts'
import { aCaptureFormBody, captureApp } from '../testing/capture-app.ts'
import { aSubscriber, aUser, type Person } from '../testing/factories.ts'

const app = await captureApp()
const { call, aForm } = app

const formsOf = async ({ token }: Person) => (await call(captureApi.forms, { token })).data.forms

describe('a new form that is sent again with its id', () => {
  const create = ({ token }: Person, overrides: object) =>
    call(captureApi.createForm, { token, body: aCaptureFormBody(overrides) })

  it('is created once, within the plan, and is as it was sent last', async () => {
    const owner = await aSubscriber(app, 'basic')
    const _id = randomUUID()
    const [one, two] = await Promise.all([create(owner, { _id }), create(owner, { _id })])
    expect([one.status, two.status]).toEqual([201, 201])
    expect(await formsOf(owner)).toEqual([one.data])
    const corrected = { nome: 'Feira', consentText: 'Aceito', required: ['telefone'] }
    const { status, data } = await create(owner, { _id, ...corrected })
    expect([status, data]).toEqual([201, { ...one.data, ...corrected, consentVersion: 1 }])
    expect(await formsOf(owner)).toEqual([data])
    expect((await create(owner, { _id: randomUUID() })).error.code).toBe('plan_required')
  })

  it('is another form in another account', async () => {
    const [owner, other] = [await aUser(app), await aUser(app)]
    const _id = randomUUID()
    const { data: first } = await create(owner, { _id })
    const { status, data: second } = await create(other, { _id, nome: 'Outro' })
    expect([status, second.nome]).toEqual([201, 'Outro'])
    expect(second.key).not.toBe(first.key)
    expect(await formsOf(owner)).toEqual([first])
  })
})

describe('a form that is changed', () => {
  const change = ({ token }: Person, { _id: id }: CaptureForm, body: object) =>
    call(captureApi.changeForm, { token, params: { id }, body })

  it('keeps the fields that are left out, and the version of its consent', async () => {
    const owner = await aUser(app)
    const form = await aForm(owner, {
      intro: 'Olá',
      consentText: 'Aceito',
      distribution: 'member',
      memberIds: [owner.member._id],
      redirectUrl: 'https://padaria.exemplo.com.br/',
    })
    expect((await change(owner, form, { isActive: false })).data).toEqual({ ...form, isActive: false })
    expect((await change(owner, form, { title: 'Oi' })).data).toEqual({ ...form, isActive: false, title: 'Oi' })
    expect((await change(owner, form, { consentText: '' })).data.consentVersion).toBe(0)
    expect((await change(owner, form, { redirectUrl: null })).data.redirectUrl).toBeNull()
  })

  it.each([
    [{ fields: ['nome'], required: [] }, 'fields', 'Peça o telefone ou o e-mail, para poder responder'],
    [{ fields: ['email'] }, 'required', 'Só pode ser obrigatório um campo que o formulário pede'],
    [{ distribution: 'turns' }, 'memberIds', 'Escolha quem recebe os leads'],
  ])('is checked together with the fields that are left out: %j', async (patch, field, message) => {
    const owner = await aUser(app)
    const form = await aForm(owner)
    const { status, error } = await change(owner, form, patch)
    expect([status, error.fields]).toEqual([400, { [field]: message }])
    expect(await formsOf(owner)).toEqual([form])
  })

  describe('over what the caller had shown', () => {
    it('keeps what others changed in other fields', async () => {
      const owner = await aUser(app)
      const { title, thanks, fields, ...form } = await aForm(owner)
      const was = { title, thanks, fields }
      await change(owner, form as CaptureForm, {
        thanks: 'Até logo',
        fields: ['telefone', 'nome', 'email', 'mensagem'],
      })
      const { data } = await change(owner, form as CaptureForm, { ...was, title: 'Oi', was })
      expect(data).toMatchObject({ title: 'Oi', thanks: 'Até logo' })
    })

    it('is rejected with what is stored if others changed the same field, unless to the same', async () => {
      const owner = await aUser(app)
      const form = await aForm(owner)
      const was = { title: form.title }
      const mine = { title: 'Meu', was }
      const { data: theirs } = await change(owner, form, { title: 'Outro', isActive: false })
      const { status, error } = await change(owner, form, mine)
      expect([status, error.code]).toEqual([412, 'stale_setting'])
      expect(error.current).toMatchObject({ title: 'Outro', isActive: false, nome: form.nome })
      expect(await formsOf(owner)).toEqual([theirs])
      expect((await change(owner, form, { title: 'Outro', was })).data).toEqual(theirs)
      expect((await change(owner, form, { ...mine, was: { title: 'Outro' } })).data.title).toBe('Meu')
    })
  })
})
