import { describe, expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { importsApi } from '#contract/spreadsheets/imports.ts'
import { aLead, aUser, fetchAllLeads } from '../testing/factories.ts'
import { configure, findImport, importFile, runImportJobs, undoImport, uploadFile } from '../testing/import-file.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'))

/** Origin and legal basis of each lead by name. */
const privacyOf = async (token: string) =>
  Object.fromEntries((await fetchAllLeads(app, token)).map(lead => [lead.nome, [lead.origem, lead.baseLegal]]))

/** Bia, as leads are that were stored before their origin was. */
const aLeadOfUnknownOrigin = async (token: string) => {
  const { _id: id } = await aLead(app, token, { nome: 'Bia', telefone: '1133334444' })
  await call(leadsApi.update, { token, params: { id }, body: { origem: null } })
}

describe('origin and legal basis of an import', () => {
  it('are those of its new leads, unless the row has others', async () => {
    const { token } = await aUser(app)
    const file = csv(
      'Nome;Telefone;Origem;Base legal',
      'Ana;11987654321;;',
      'Bia;11333344445;Formulário;Contrato ou negociação',
      'Caio;11333344446;Feira;',
    )
    const done = await importFile(app, token, file, { origem: 'whatsapp', baseLegal: 'legitimo_interesse' })
    expect(done).toMatchObject({ origem: 'whatsapp', baseLegal: 'legitimo_interesse', result: { created: 3 } })
    expect(await privacyOf(token)).toEqual({
      Ana: ['whatsapp', 'legitimo_interesse'],
      Bia: ['formulario', 'contrato'],
      Caio: ['outro', 'legitimo_interesse'],
    })
  })

  it('are optional: without them leads are known to be imported, and existing ones stay', async () => {
    const { token } = await aUser(app)
    await aLeadOfUnknownOrigin(token)
    const done = await importFile(app, token, csv('Nome;Telefone', 'Ana;11987654321', 'Bia;1133334444'))
    expect(done).toMatchObject({ origem: null, baseLegal: null, result: { created: 1, updated: 0, skipped: 1 } })
    expect(await privacyOf(token)).toEqual({ Ana: ['importado', null], Bia: [null, null] })
  })

  it('fill only what existing leads do not have, also when the file overwrites them, and an undo takes them back', async () => {
    const { token } = await aUser(app)
    await aLead(app, token, { nome: 'Ana', telefone: '11987654321', origem: 'indicacao', baseLegal: 'contrato' })
    await aLeadOfUnknownOrigin(token)
    const before = await privacyOf(token)
    const file = csv('Nome;Telefone;Negócio', 'Ana;11987654321;Bar', 'Bia;1133334444;')
    const choices = { origem: 'whatsapp', baseLegal: 'consentimento' }
    const done = await importFile(app, token, file, { policy: 'overwrite', ...choices })
    expect(done.result).toMatchObject({ created: 0, updated: 2 })
    expect(await privacyOf(token)).toEqual({ Ana: ['indicacao', 'contrato'], Bia: ['whatsapp', 'consentimento'] })
    await undoImport(app, token, done._id)
    expect(await privacyOf(token)).toEqual(before)

    await importFile(app, token, file, { policy: 'skip', ...choices })
    expect(await privacyOf(token)).toEqual(before)
  })

  it('change no count of the check, and come back with a file of the same headings', async () => {
    const { token } = await aUser(app)
    const file = csv('Nome;Telefone', 'Ana;11987654321')
    const { _id: id } = await uploadFile(app, token, file)
    const chosen = await call(importsApi.configure, {
      token,
      params: { id },
      body: { origem: 'indicacao', baseLegal: 'consentimento' },
    })
    expect(chosen.data).toMatchObject({ state: 'ready', check: { new: 1 }, origem: 'indicacao' })
    await configure(app, token, id, { layout: { separator: ';' } })
    expect(await findImport(app, token, id)).toMatchObject({ origem: 'indicacao', baseLegal: 'consentimento' })
    expect((await uploadFile(app, token, file)).origem).toBeNull()

    const other = await uploadFile(app, token, file)
    await configure(app, token, other._id, { origem: 'indicacao' })
    await call(importsApi.start, { token, params: { id: other._id } })
    await runImportJobs(app)
    expect(await uploadFile(app, token, file)).toMatchObject({ origem: 'indicacao', baseLegal: null })
    expect((await uploadFile(app, token, csv('Nome;E-mail', 'Ana;ana@exemplo.com'))).origem).toBeNull()
  })

  it('exist: others are rejected', async () => {
    const { token } = await aUser(app)
    const { _id: id } = await uploadFile(app, token, csv('Nome;Telefone', 'Ana;11987654321'))
    const reject = async (body: object) => (await call(importsApi.configure, { token, params: { id }, body })).error
    expect((await reject({ origem: 'importado' })).fields).toEqual({ origem: 'Esta origem não existe' })
    expect((await reject({ baseLegal: 'nenhuma' })).fields).toEqual({ baseLegal: 'Esta base legal não existe' })
  })
})
