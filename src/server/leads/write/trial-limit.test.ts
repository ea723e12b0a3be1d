import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { trialEntitlements } from '#contract/billing/entitlements.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aLeadForm, anExportedLead, aUser, subscribe, userRow } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { call, db } = app

const trialQuota = { leads: trialEntitlements.leads, bytes: trialEntitlements.leadTextBytes }
const full = { count: trialQuota.leads - 2, bytes: 0 }
const heavy = { count: 0, bytes: trialQuota.bytes - 12_000 }

/** Creates a trial account with one lead and adds the given size to its totals. */
const aTrialWith = async ({ count, bytes }: { count: number; bytes: number }) => {
  const person = await aUser(app)
  const lead = await aLead(app, person.token)
  const { account_id } = await userRow(app, person.user)
  const text = 'update lead_totals set count = count + $2, bytes = bytes + $3 where account_id = $1'
  await db.run(text, [account_id, count, bytes])
  return { ...person, lead }
}

const long = 'ç'.repeat(4000)
const rejected = [403, 'trial_limit_reached']
const outcome = ({ status, error }: { status: number; error?: { code?: string } }) => [status, error?.code]

it('a trial cannot exceed its number of leads, by any endpoint, under concurrent requests', async () => {
  const { token } = await aTrialWith(full)
  const responses = await Promise.all([
    ...Array.from({ length: 4 }, () => call(leadsApi.create, { token, body: aLeadForm() })),
    call(leadsApi.sync, { token, body: { leads: [anExportedLead(), anExportedLead()] } }),
  ])
  expect(responses.filter(({ status }) => status < 300)).toHaveLength(1)
  for (const attempt of responses.filter(({ status }) => status >= 300)) expect(outcome(attempt)).toEqual(rejected)
})

it('a trial cannot exceed its amount of text, by any endpoint', async () => {
  const { token, lead } = await aTrialWith(heavy)
  const params = { id: lead._id }
  expect(outcome(await call(leadsApi.update, { token, params, body: { descricaoServico: long } }))[0]).toBe(200)
  const writes = [
    call(leadsApi.create, { token, body: aLeadForm({ descricaoServico: long }) }),
    call(leadsApi.sync, { token, body: { leads: [anExportedLead({ descricaoServico: long })] } }),
    call(leadsApi.update, { token, params, body: { descricaoServico: '話'.repeat(5000) } }),
  ]
  for (const write of await Promise.all(writes)) expect(outcome(write)).toEqual(rejected)
})

it('a full trial can still shorten, move, create again and remove its lead', async () => {
  const { token, lead } = await aTrialWith({ count: trialQuota.leads, bytes: trialQuota.bytes })
  const params = { id: lead._id }
  expect((await call(leadsApi.update, { token, params, body: { status: 'ganho' } })).status).toBe(200)
  expect((await call(leadsApi.update, { token, params, body: { descricaoServico: 'x' } })).status).toBe(200)
  expect(
    (await call(leadsApi.create, { token, body: { ...aLeadForm(), _id: lead._id, descricaoServico: 'x' } })).status,
  ).toBe(200)
  expect((await call(leadsApi.remove, { token, params })).status).toBe(204)
})

it('the limits of the trial do not apply to subscribers', async () => {
  const { token, user } = await aTrialWith({ count: trialQuota.leads, bytes: trialQuota.bytes })
  await subscribe(app, user, 'pro')
  expect((await call(leadsApi.create, { token, body: aLeadForm() })).status).toBe(201)
})

it('maintained byte totals equal those of the stored texts after every kind of write', async () => {
  const { token, user } = await aUser(app)
  const { account_id } = await userRow(app, user)
  const maintained = async () =>
    (
      await db.row<{ bytes: number }>(
        'select coalesce(sum(bytes), 0)::bigint as bytes from lead_totals where account_id = $1',
        [account_id],
      )
    )?.bytes
  const counted = async () =>
    (
      await db.row<{ bytes: number }>(
        `select coalesce(sum(octet_length(concat(nome, negocio, telefone, email, descricao_servico, forma_pagamento, prazo_entrega))), 0)::bigint as bytes from leads where account_id = $1`,
        [account_id],
      )
    )?.bytes
  const first = await aLead(app, token, { descricaoServico: long, formaPagamento: 'Pix à vista' })
  const leads = [anExportedLead(), anExportedLead({ status: 'ganho', prazoEntrega: '30 dias' })]
  await call(leadsApi.sync, { token, body: { leads } })
  expect(await maintained()).toBe(await counted())
  await call(leadsApi.update, { token, params: { id: first._id }, body: { descricaoServico: 'é', status: 'ganho' } })
  await call(leadsApi.remove, { token, params: { id: leads[0]?._id ?? uuidv7() } })
  expect(await maintained()).toBe(await counted())
  expect(await maintained()).toBeGreaterThan(0)
})
