import { expect, it } from 'vitest'
import { anonymizeWord, type PersonKey, privacyApi } from '#contract/privacy/privacy.ts'
import { importsApi } from '#contract/spreadsheets/imports.ts'
import { captureApp } from '../testing/capture-app.ts'
import { aLead, aSubscriber, fetchAllLeads } from '../testing/factories.ts'
import { runImportJobs, uploadFile } from '../testing/import-file.ts'

const app = await captureApp()
const { call, aForm, send, submissionsOf } = app

const phone = '(11) 98765-4321'
const email = 'jose@gmail.com'
const anonymize = async (token: string, person: Partial<PersonKey>) => {
  const body = { person, confirmation: anonymizeWord }
  expect((await call(privacyApi.anonymize, { token, body })).data.leads).toBe(1)
}

/** Returns the waiting submissions once the person is erased. The submission waits because its e-mail is missing. */
const waitingAfter = async (fields: { nome: string; telefone: string; mensagem: string }) => {
  const owner = await aSubscriber(app, 'pro')
  const form = await aForm(owner, { required: ['nome', 'telefone', 'email'] })
  await send(form, fields)
  await aLead(app, owner.token, { telefone: phone, email })
  await anonymize(owner.token, { telefone: phone })
  return submissionsOf(owner, 'waiting')
}

it.each([
  [phone, 'Falar com o José'],
  ['+55 11 8765-4321', 'Falar com o José'],
  ['31 97777-6666', 'O número é 98765-4321'],
  ['31 97777-6666', 'Ligar 2026-11-20 11987654321'],
  ['31 97777-6666', 'tel 98765-4321 10h'],
  ['31 97777-6666', '98765-4321 (11)'],
  ['31 97777-6666', `Escrever para:\n${email}.`],
  ['31 97777-6666', `É ‘${email}’…`],
  ['31 97777-6666', `_${email}_ ou mailto:${email}?subject=oi`],
])('clears what a waiting submission says of the person: %s, %s', async (telefone, mensagem) => {
  expect(await waitingAfter({ nome: 'José', telefone, mensagem })).toEqual([])
})

it.each([
  ['(21) 98765-4321', 'Oi'],
  ['31 97777-6666', 'Meu e-mail é mariajose@gmail.com'],
  ['31 97777-6666', 'É jose@gmail.com.br ou 11 8765-4322'],
])('keeps what a waiting submission says of others: %s, %s', async (telefone, mensagem) => {
  expect(await waitingAfter({ nome: 'Maria José', telefone, mensagem })).toHaveLength(1)
})

it('keeps the rows of others in a file that is imported later', async () => {
  const { token } = await aSubscriber(app, 'pro')
  await aLead(app, token, { telefone: phone, email })
  const file = `Nome;Telefone;E-mail
Maria José;(31) 97777-6666;mariajose@gmail.com
José;;${email}
Rui;(21) 98765-4321;rui@exemplo.com
`
  const { _id: id } = await uploadFile(app, token, Buffer.from(file))
  await anonymize(token, { email })
  await call(importsApi.start, { token, params: { id } })
  await runImportJobs(app)
  const names = (await fetchAllLeads(app, token)).map(({ nome }) => nome)
  expect(names).toEqual(expect.arrayContaining(['Maria José', 'Rui']))
  expect(names).not.toContain('José')
})
