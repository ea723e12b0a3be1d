import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { bulkApi } from '#contract/bulk/bulk.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { anonymizeWord, privacyApi } from '#contract/privacy/privacy.ts'
import { storyApi } from '#contract/story/story.ts'
import { teamApi } from '#contract/team/team.ts'
import { insertErasures } from '../leads/write/erased-people.ts'
import { dumpDatabase } from '../testing/database-dump.ts'
import {
  aLead,
  aLeadForm,
  anAdmin,
  anExpiredTrialUser,
  anExportedLead,
  aSubscriber,
  fetchAllLeads,
} from '../testing/factories.ts'
import { importFile, uploadFile } from '../testing/import-file.ts'
import { testApp } from '../testing/test-app.ts'

const logs: string[] = []
const app = await testApp({ logLevel: 'trace' }, { logStream: { write: line => void logs.push(line) } })
const { call, db } = app

const confirmation = anonymizeWord
const anonymize = (token: string, person: object) =>
  call(privacyApi.anonymize, { token, body: { person, confirmation } })

const canary = 'Canarinho'
const phone = '(11) 98765-4321'
const spellings = ['11987654321', '+55 11 98765-4321', '(11) 8765-4321', '0 15 11 98765-4321', '5511987654321']
const email = 'canarinho.silva@exemplo.com.br'
const form = () => ({
  ...aLeadForm(),
  nome: `${canary} da Silva`,
  negocio: `Padaria ${canary}`,
  telefone: phone,
  email,
  descricaoServico: `Falar com ${canary}`,
  formaPagamento: `Pix de ${canary}`,
  prazoEntrega: `Quando ${canary} voltar`,
  status: 'negociacao' as const,
})

/** Rows of the database and lines of the log that name the person. */
const traces = async () => {
  const rows = Object.entries(await dumpDatabase(db)).flatMap(([table, lines]) =>
    lines.map(line => `${table}: ${line}`),
  )
  return [...rows, ...logs].filter(line => /canarinho|8765-?4321/i.test(line))
}

const stepOf = (texto: string) => ({ kind: 'ligar', day: '2026-11-23', time: null, texto })

describe('POST /privacy/anonymize', () => {
  it('leaves no text about the person in any table or log, and all totals', async () => {
    const { token } = await aSubscriber(app, 'pro')
    const lead = await aLead(app, token, form())
    await aLead(app, token, { nome: 'Outra pessoa', telefone: '11955554444', email: 'outra@exemplo.com' })
    const params = { id: lead._id }
    await call(storyApi.addNote, { token, params, body: { texto: `${canary} gosta de café` } })
    await call(storyApi.setNextStep, { token, params, body: { step: stepOf(`Ligar para ${canary}`) } })
    const done = { _id: randomUUID(), outcome: `${canary} pediu desconto` }
    const step = stepOf(`Enviar a ${canary}`)
    await call(storyApi.setNextStep, { token, params, body: { step, done } })
    const removed = await aLead(app, token, { ...form(), nome: `${canary} na lixeira` })
    await call(leadsApi.remove, { token, params: { id: removed._id } })
    const file = `Nome;Telefone;E-mail;Obs;Valor
${canary};${spellings[2]};;Veio por ${canary};10,00
Bia;11944443333;;;20,00
${canary};${spellings[1]};não é e-mail de ${canary};;30,00
`
    await importFile(app, token, Buffer.from(file), { policy: 'overwrite' })
    await uploadFile(app, token, Buffer.from(file), `${canary}.csv`)
    const request = { kind: 'anonimizacao', requester: canary, telefone: phone, email, receivedOn: '2026-11-20' }
    const { data: asked } = await call(privacyApi.addRequest, {
      token,
      body: { ...request, verifiedHow: `${canary} ligou` },
    })
    const admin = await anAdmin(app)
    await call(adminApi.leads, { token: admin.token, query: { search: canary } })
    expect((await traces()).length).toBeGreaterThan(8)

    const before = (await call(leadsApi.stats, { token })).data
    const body = { person: { telefone: phone, email }, requestId: asked._id, confirmation }
    const { status, data } = await call(privacyApi.anonymize, { token, body })
    expect([status, data.leads]).toEqual([200, 2])

    expect(await traces()).toEqual([])
    expect((await call(leadsApi.stats, { token })).data).toEqual(before)
    const { data: kept } = await call(leadsApi.find, { token, params })
    expect(kept).toMatchObject({
      nome: '',
      telefone: '',
      nextStep: null,
      status: lead.status,
      createdAt: lead.createdAt,
      anonymizedAt: expect.any(String),
    })
    const { data: page } = await call(privacyApi.requests, { token })
    expect(page.requests).toMatchObject([{ protocol: asked.protocol, state: 'atendido', requester: null }])
    const { data: trail } = await call(teamApi.trail, { token })
    expect(trail.entries[0]).toMatchObject({ action: 'anonymize', details: { protocol: asked.protocol } })
  })

  it('is available without a subscription, as is a correction', async () => {
    const { token, account } = await aSubscriber(app, 'pro')
    const lead = await aLead(app, token)
    await db.run(
      `update accounts set trial_end = '2020-01-01', subscription_status = 'canceled', subscription_plan = null where id = $1`,
      [account._id],
    )
    const corrected = await call(privacyApi.correct, {
      token,
      body: { leadIds: [lead._id], change: { telefone: '(11) 3333-4444 ramal 12' } },
    })
    expect(corrected.data).toEqual({ leads: 1 })
    expect((await anonymize(token, { leadId: lead._id })).data.leads).toBe(1)
    const { token: other } = await anExpiredTrialUser(app)
    expect((await anonymize(other, { leadId: lead._id })).data.leads).toBe(0)
  })

  it('requires the typed word', async () => {
    const { token } = await aSubscriber(app, 'pro')
    const body = { person: { telefone: phone }, confirmation: 'sim' }
    expect((await call(privacyApi.anonymize, { token, body })).error.fields).toHaveProperty('confirmation')
  })

  it('keeps the e-mail of a company that leads of other people have too', async () => {
    const { token } = await aSubscriber(app, 'pro')
    const shared = { email: 'contato@empresa.com.br' }
    const first = await aLead(app, token, { ...shared, telefone: '11911112222' })
    await aLead(app, token, { ...shared, telefone: '11933334444' })
    expect((await anonymize(token, { telefone: first.telefone })).data.leads).toBe(1)
    const { status } = await call(leadsApi.create, { token, body: aLeadForm({ ...shared, telefone: '11955556666' }) })
    expect(status).toBe(201)
  })

  it('keeps the e-mail of a company that a lead in the trash has too, which can be restored', async () => {
    const { token } = await aSubscriber(app, 'pro')
    const shared = { email: 'contato@empresa.com.br' }
    const first = await aLead(app, token, { ...shared, telefone: '11911112222' })
    const other = await aLead(app, token, { ...shared, telefone: '11933334444' })
    await call(leadsApi.remove, { token, params: { id: other._id } })
    expect((await anonymize(token, { telefone: first.telefone })).data.leads).toBe(1)
    expect((await call(leadsApi.restore, { token, params: { id: other._id } })).status).toBe(200)
  })
})

describe('an erased person', () => {
  const erased = async () => {
    const { token, account } = await aSubscriber(app, 'pro')
    const lead = await aLead(app, token, form())
    const removed = await aLead(app, token, form())
    await call(leadsApi.remove, { token, params: { id: removed._id } })
    await anonymize(token, { leadId: lead._id })
    return { token, account, lead, removed }
  }

  it('does not come back by an import, which counts the rows', async () => {
    const { token } = await erased()
    const rows = spellings.map((telefone, index) => `${canary} ${index};${telefone};x${index}@exemplo.com`)
    const file = `Nome;Telefone;E-mail\n${rows.join('\n')}\nBia;11944443333;bia@exemplo.com\nCaio;;${email.toUpperCase()}\n`
    const { _id: id } = await uploadFile(app, token, Buffer.from(file))
    const found = await importFile(app, token, Buffer.from(file))
    expect(found.check).toMatchObject({ new: 1, erased: 6 })
    expect(found.result).toEqual({ created: 1, updated: 0, skipped: 0, failed: 0, erased: 6 })
    const chunks = await db.rows<{ rows: string }>('select rows::text from import_chunks where import_id = $1', [
      found._id,
    ])
    expect(chunks.map(({ rows }) => rows).join()).not.toMatch(canary)
    expect(id).not.toBe(found._id)
  })

  it('does not come back by restoring a file, which counts the leads', async () => {
    const { token, lead } = await erased()
    const leads = [
      ...spellings.map(telefone => anExportedLead({ ...form(), telefone, email: 'novo@exemplo.com' })),
      anExportedLead({ ...form(), telefone: '11922223333' }),
      // Its export is older than the anonymization.
      anExportedLead({ _id: lead._id, nome: canary, telefone: '11900001111', email: 'sem@exemplo.com' }),
      anExportedLead({ nome: 'Bia', telefone: '11944443333', email: 'bia@exemplo.com' }),
    ]
    const { data } = await call(leadsApi.sync, { token, body: { leads } })
    expect(data).toEqual({ restored: 1, erased: 7 })
    expect((await call(leadsApi.find, { token, params: { id: lead._id } })).data.nome).toBe('')
  })

  it('does not come back from the trash', async () => {
    const { token, removed } = await erased()
    const { data } = await call(leadsApi.restore, { token, params: { id: removed._id } })
    expect(data).toMatchObject({ nome: '', telefone: '', anonymizedAt: expect.any(String) })
  })

  it('stays in the trash when the removal of many leads is undone, which counts the lead', async () => {
    const { token, account } = await aSubscriber(app, 'pro')
    const leads = [await aLead(app, token, { email: 'rui@exemplo.com' }), await aLead(app, token, { nome: 'Bia' })]
    const { data } = await call(bulkApi.remove, { token, body: { ids: leads.map(({ _id }) => _id) } })
    await insertErasures(db, account._id, ['rui@exemplo.com'], app.clock.now)
    const undone = await call(bulkApi.undo, { token, params: { id: data._id } })
    expect(undone.data).toEqual({ undone: 1, kept: 1, keptLeads: [] })
    expect((await fetchAllLeads(app, token)).map(({ nome }) => nome)).toEqual(['Bia'])
  })

  it.each(spellings)('is rejected by hand (%s) unless a legal basis is given', async telefone => {
    const { token } = await erased()
    const body = aLeadForm({ telefone, email: 'novo@exemplo.com' })
    expect((await call(leadsApi.create, { token, body })).error.code).toBe('person_erased')
    const { status } = await call(leadsApi.create, { token, body: { ...body, baseLegal: 'consentimento' } })
    expect(status).toBe(201)
    const { data } = await call(teamApi.trail, { token })
    expect(data.entries[0]).toMatchObject({ action: 'contact-again', details: { baseLegal: 'consentimento' } })
    // The person is a lead again, so files may contain it.
    expect((await call(leadsApi.create, { token, body })).status).toBe(201)
  })

  it('is not put into another lead', async () => {
    const { token } = await erased()
    const other = await aLead(app, token, { telefone: '11922223333', email: 'outra@exemplo.com' })
    const change = { token, params: { id: other._id }, body: { telefone: spellings[1] } }
    expect((await call(leadsApi.update, change)).error.code).toBe('person_erased')
  })

  it('is unknown to other accounts', async () => {
    await erased()
    const { token } = await aSubscriber(app, 'pro')
    expect((await call(leadsApi.create, { token, body: form() })).status).toBe(201)
  })
})

it('50 edits that race an anonymization leave nothing of the person', async () => {
  const { token } = await aSubscriber(app, 'pro')
  const lead = await aLead(app, token, form())
  const params = { id: lead._id }
  const { data: note } = await call(storyApi.addNote, { token, params, body: { texto: canary } })
  const edits = [
    (n: number) => call(leadsApi.update, { token, params, body: { nome: `${canary} ${n}` } }),
    (n: number) => call(leadsApi.replace, { token, params, body: { ...form(), prazoEntrega: `${canary} ${n}` } }),
    (n: number) => call(storyApi.addNote, { token, params, body: { texto: `${canary} ${n}` } }),
    (n: number) =>
      call(storyApi.changeNote, { token, params: { ...params, noteId: note._id }, body: { texto: `${canary} ${n}` } }),
    (n: number) => call(storyApi.setNextStep, { token, params, body: { step: stepOf(`${canary} ${n}`) } }),
  ]
  const racing = Array.from({ length: 50 }, (_, n) => edits[n % edits.length]?.(n))
  const [erased, ...results] = await Promise.all([anonymize(token, { leadId: lead._id }), ...racing])
  expect(erased.data.leads).toBe(1)
  expect(results.map(result => result?.status).filter(status => ![200, 201, 409].includes(status ?? 0))).toEqual([])
  const dump = await dumpDatabase(db)
  const left = [...(dump.leads ?? []), ...(dump.story_entries ?? [])].filter(
    line => line.includes(lead._id) && line.includes(canary),
  )
  expect(left).toEqual([])
  const late = await call(leadsApi.update, { token, params, body: { nome: canary } })
  expect(late.error.code).toBe('lead_anonymized')
  expect((await call(storyApi.addNote, { token, params, body: { texto: canary } })).error.code).toBe('lead_anonymized')
  expect((await call(leadsApi.update, { token, params, body: { status: 'ganho' } })).data.status).toBe('ganho')
})
