import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { keysApi } from '#contract/keys/keys.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { importsApi } from '#contract/spreadsheets/imports.ts'
import { storyApi } from '#contract/story/story.ts'
import { webhooksApi } from '#contract/webhooks/webhooks.ts'
import { createLead } from '../leads/create-lead.ts'
import { maintainLeads } from '../leads/lead-maintenance.ts'
import { writeLeads } from '../leads/write/lead-writer.ts'
import { aLead, aLeadForm, anExportedLead, aSubscriber } from '../testing/factories.ts'
import { runImportJobs, uploadFile } from '../testing/import-file.ts'
import { webhookApp } from '../testing/webhook-app.ts'
import { removeOldMessages } from './delivery-store.ts'
import { webhookJobs } from './webhook-jobs.ts'

const { app, call, clock, db, services, received, aWebhook, sendDue, later, aPayer } = await webhookApp()
const hourMs = 3_600_000

describe('a delivery', () => {
  it('is accepted by the verifier of Standard Webhooks, and only unchanged, recent and with this secret', async () => {
    const { token, secret } = await aPayer()
    await aLead(app, token)
    await sendDue()
    const [{ body, headers } = { body: '', headers: {} }] = received
    const sent = headers as Record<string, string>
    const verifier = new Verifier(secret)
    expect(verifier.verify(body, sent)).toMatchObject({ type: 'lead.created' })
    expect(() => verifier.verify(body.replace('João', 'Joao'), sent)).toThrow()
    expect(() => new Verifier(`whsec_${Buffer.alloc(32).toString('base64')}`).verify(body, sent)).toThrow()
    const old = { ...sent, 'webhook-timestamp': String(Number(sent['webhook-timestamp']) - 3600) }
    expect(() => verifier.verify(body, old)).toThrow()
  })

  it('tells each change once, as its most specific event, with the lead and its earlier values', async () => {
    const { person, token } = await aPayer()
    const lead = await aLead(app, token)
    const params = { id: lead._id }
    await call(leadsApi.update, { token, params, body: { valorServico: 10 } })
    await call(leadsApi.update, { token, params, body: { status: 'negociacao' } })
    await call(leadsApi.update, { token, params, body: { status: 'ganho' } })
    await call(leadsApi.update, { token, params, body: { status: 'perdido' } })
    await call(leadsApi.assign, { token, body: { ids: [lead._id], to: null } })
    await call(leadsApi.remove, { token, params })
    await call(leadsApi.restore, { token, params })
    await sendDue()
    const bySeq = received.map(({ json }) => json).toSorted((a, b) => Number(a.data.seq) - Number(b.data.seq))
    expect(bySeq.map(({ type, data }) => [type, data.seq, data.previous])).toEqual([
      ['lead.created', 1, undefined],
      ['lead.updated', 2, { valorServico: lead.valorServico }],
      ['lead.stage_changed', 3, expect.objectContaining({ status: 'novo-lead' })],
      ['lead.won', 4, expect.objectContaining({ status: 'negociacao' })],
      ['lead.lost', 5, expect.objectContaining({ status: 'ganho' })],
      ['lead.assigned', 6, { userId: person.member._id }],
      ['lead.deleted', 7, undefined],
      ['lead.restored', 8, undefined],
    ])
    const stored = await call(leadsApi.find, { token, params })
    expect(bySeq.at(-1)?.data.lead).toEqual(stored.data)
  })

  it('tells of a finished next step', async () => {
    const { token } = await aPayer(['task.completed'])
    const lead = await aLead(app, token)
    const at = { token, params: { id: lead._id } }
    const step = { kind: 'ligar', day: '2026-12-01', time: null, texto: null }
    await call(storyApi.setNextStep, { ...at, body: { step } })
    await call(storyApi.setNextStep, {
      ...at,
      body: { step: null, done: { _id: crypto.randomUUID(), outcome: 'Fechou' } },
    })
    await sendDue()
    expect(received.at(-1)?.json.data).toMatchObject({ task: { kind: 'ligar', day: '2026-12-01', outcome: 'Fechou' } })
  })

  it('leaves one summary for a bulk write of any number of statements, and one for an import', async () => {
    const { token } = await aPayer()
    const leads = Array.from({ length: 250 }, () => anExportedLead())
    await call(leadsApi.sync, { token, body: { leads } })
    await sendDue()
    expect(received.map(({ json }) => [json.type, json.data.count])).toEqual([['leads.bulk_changed', 250]])
    received.length = 0
    const file = await uploadFile(app, token, Buffer.from('Nome;Telefone\nAna;11987654321\nBia;11987654322\n'))
    await call(importsApi.start, { token, params: { id: file._id } })
    await runImportJobs(app)
    await sendDue()
    expect(received.map(({ json }) => [json.type, json.data.import])).toEqual([
      ['import.finished', expect.objectContaining({ fileName: 'leads.csv', state: 'done' })],
    ])
  })

  it('is made for each of 1,000 committed changes, by two processes, and for none that was rolled back', async () => {
    const { person } = await aPayer(['lead.created'])
    const { account, member } = person
    const writer = { accountId: account._id, userId: member._id, actor: { kind: 'user', id: member._id } } as const
    const form = {
      ...aLeadForm(),
      status: 'novo-lead',
      formaPagamento: null,
      prazoEntrega: null,
      dataFechamento: null,
    } as const
    const create = (index: number) =>
      createLead(db, writer, { ...form, _id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}` })
    const rollBack = () =>
      writeLeads(db, writer, { adds: true }, async leads => {
        await leads.insert(crypto.randomUUID(), form)
        throw new Error('no')
      }).catch(() => {})
    for (let start = 0; start < 1000; start += 20) {
      await Promise.all([...Array.from({ length: 20 }, (_, index) => create(start + index)), rollBack()])
    }
    await Promise.all([sendDue(), sendDue({ ...services })])
    expect(received).toHaveLength(1000)
    expect(new Set(received.map(({ id }) => id)).size).toBe(1000)
    expect(new Set(received.map(({ json }) => json.data.seq)).size).toBe(1000)
  })
})

describe('what webhooks store', () => {
  it('contains no readable secret, and is erased with the lead and after 30 days', async () => {
    const { token, secret } = await aPayer(['lead.created'])
    const lead = await aLead(app, token, { nome: 'Zuleica Erasmo' })
    const stored = async () =>
      JSON.stringify(await db.rows('select m.*::text, e.*::text from webhook_messages m, webhook_endpoints e'))
    expect(await stored()).toContain('Zuleica Erasmo')
    expect(await stored()).not.toContain(secret.slice(6))
    await call(leadsApi.remove, { token, params: { id: lead._id } })
    await db.run(`update removed_leads set removed_at = now() - interval '31 days' where id = $1`, [lead._id])
    await maintainLeads(services, async () => {})
    expect(await stored()).not.toContain('Zuleica Erasmo')
    await sendDue()
    expect(received).toEqual([])
    later(31 * 24 * hourMs)
    const run = {
      accountId: null,
      state: {},
      begunAt: clock.now,
      doneUntil: clock.now,
      save: async () => {},
      signal: new AbortController().signal,
    }
    await webhookJobs(services)[0]?.run(run)
    expect(await db.rows('select from webhook_messages')).toEqual([])
  })

  it('is deleted at most as many messages per statement as it may', async () => {
    const { token } = await aPayer(['lead.created'])
    for (const _ of [1, 2, 3]) await aLead(app, token)
    await db.run(`update webhook_messages set at = '2020-01-01'`)
    const remove = () => removeOldMessages(db, new Date('2020-01-02'), 2)
    expect([await remove(), await remove(), await remove()]).toEqual([2, 1, 0])
  })

  it('is deleted with the account, also while leads are', async () => {
    const { person, token } = await aPayer()
    await aLead(app, token)
    await db.run('delete from accounts where id = $1', [person.account._id])
    expect(await db.rows('select from webhook_messages where account_id = $1', [person.account._id])).toEqual([])
  })
})

it('another system subscribes, receives, updates the lead and unsubscribes with a key, as n8n does', async () => {
  const person = await aSubscriber(app, 'enterprise')
  const body = { nome: 'n8n', scopes: ['leads:write', 'leads:read', 'webhooks:manage'], password: person.password }
  const { token } = (await call(keysApi.create, { token: person.token, body })).data
  const { webhook, secret } = await aWebhook({ token }, ['lead.created'])
  const samples = await call(webhooksApi.samples, { token, query: { type: 'lead.created' } })
  expect(samples.data).toHaveLength(1)
  await aLead(app, person.token)
  await sendDue()
  const [{ body: text, headers } = { body: '', headers: {} }] = received
  const event = new Verifier(secret).verify(text, headers as Record<string, string>) as {
    data: { lead: { _id: string } }
  }
  const update = { token, params: { id: event.data.lead._id }, body: { negocio: 'Enriquecido' } }
  expect((await call(leadsApi.update, update)).data).toMatchObject({ negocio: 'Enriquecido', version: 2 })
  expect((await call(webhooksApi.remove, { token, params: { id: webhook._id } })).status).toBe(204)
  await aLead(app, person.token)
  await sendDue()
  expect(received).toHaveLength(1)
})
