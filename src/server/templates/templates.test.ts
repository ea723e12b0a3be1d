import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { brandApi } from '#contract/brand/brand.ts'
import { maxTemplates, templatesApi } from '#contract/templates/templates.ts'
import { aMember, aSubscriber, aUser, subscribe } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

it('a new account has templates that managers change, add and delete, and sellers read', async () => {
  const owner = await aUser(app)
  const [manager, seller] = [await aMember(app, owner, 'manager'), await aMember(app, owner, 'seller')]
  const list = async (token = seller.token) => (await call(templatesApi.list, { token })).data.templates
  const save = (id: string, body: { nome: string; texto: string }) =>
    call(templatesApi.save, { token: manager.token, params: { id }, body })
  const names = async () => (await list()).map(({ nome }) => nome)
  expect(await names()).toEqual(['Primeiro contato', 'Proposta enviada', 'Retomar a conversa'])

  const id = randomUUID()
  const texto = 'Feliz Natal, {primeiro_nome}!\nAbraço & até logo'
  expect((await save(id, { nome: 'Natal', texto })).data).toEqual({ _id: id, nome: 'Natal', texto })
  await save(id, { nome: 'Boas festas', texto })
  const [first] = await list()
  await call(templatesApi.remove, { token: manager.token, params: { id: first?._id ?? '' } })
  expect(await names()).toEqual(['Proposta enviada', 'Retomar a conversa', 'Boas festas'])
  expect((await save(id, { nome: ' ', texto })).error.fields).toEqual({ nome: 'Informe o nome da mensagem' })

  for (let count = 3; count < maxTemplates; count++) await save(randomUUID(), { nome: `${count}`, texto })
  const { status, error } = await save(randomUUID(), { nome: 'Mais um', texto })
  expect([status, error.fields]).toEqual([400, { nome: 'Use no máximo 50 mensagens prontas' }])
  expect(await list((await aUser(app)).token)).toHaveLength(3)
})

it('keep what others changed in another field, and say what they changed in the same', async () => {
  const owner = await aUser(app)
  const { token } = owner
  const list = async () => (await call(templatesApi.list, { token })).data.templates
  const [first] = await list()
  const { _id: id = '', ...was } = first ?? { nome: '', texto: '' }
  const save = (body: object) => call(templatesApi.save, { token, params: { id }, body: body as never })
  await save({ ...was, nome: 'Primeiro olá' })
  expect((await save({ ...was, texto: 'Oi', was })).data).toEqual({ _id: id, nome: 'Primeiro olá', texto: 'Oi' })
  const { status, error } = await save({ nome: 'Olá', texto: was.texto, was })
  expect([status, error.code, error.current]).toEqual([412, 'stale_setting', { nome: 'Primeiro olá', texto: 'Oi' }])
  expect((await list())[0]).toEqual({ _id: id, nome: 'Primeiro olá', texto: 'Oi' })
})

it('that a colleague deleted is not created again by who changes it, but by who saves it as new', async () => {
  const { token } = await aUser(app)
  const list = async () => (await call(templatesApi.list, { token })).data.templates
  const [first] = await list()
  const { _id: id = '', ...was } = first ?? { nome: '', texto: '' }
  const save = (body: object) => call(templatesApi.save, { token, params: { id }, body: body as never })
  await call(templatesApi.remove, { token, params: { id } })
  const { status, error } = await save({ ...was, texto: 'Oi', was })
  expect([status, error.code, (await list()).length]).toEqual([404, 'not_found', 2])
  expect((await save({ ...was, texto: 'Oi' })).data).toEqual({ _id: id, nome: was.nome, texto: 'Oi' })
})

it('come with the name of the brand while the plan holds one, else with the account’s', async () => {
  const owner = await aSubscriber(app, 'enterprise')
  const company = async () => (await call(templatesApi.list, { token: owner.token })).data.company
  expect(await company()).toBe(owner.account.nome)
  await call(brandApi.change, { token: owner.token, body: { nome: 'Estúdio Lua', color: null } })
  expect(await company()).toBe('Estúdio Lua')
  await subscribe(app, owner.user, 'pro')
  expect(await company()).toBe(owner.account.nome)
})
