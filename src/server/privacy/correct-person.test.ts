import { describe, expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { privacyApi } from '#contract/privacy/privacy.ts'
import { teamApi } from '#contract/team/team.ts'
import { aLead, anExpiredTrialUser, aSubscriber, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app

const contact = { telefone: '(11) 98765-4321', email: 'bia@exemplo.com' }
const bia = { ...contact, nome: 'Bia Reis' }
const find = async ({ token }: Person, { _id: id }: { _id: string }) =>
  (await call(leadsApi.find, { token, params: { id } })).data
const correct = ({ token }: Person, body: object) => call(privacyApi.correct, { token, body })
const aRequest = async ({ token }: Person) => {
  const body = { ...contact, kind: 'correcao', requester: 'Bia Reis', verifiedHow: 'Por telefone' }
  return (await call(privacyApi.addRequest, { token, body: { ...body, receivedOn: '2026-11-20' } })).data
}

describe('POST /privacy/correct', () => {
  it('corrects all leads at once, answers the request and leaves a trail', async () => {
    const owner = await aSubscriber(app, 'pro')
    const leads = [
      await aLead(app, owner.token, { ...bia, negocio: 'Padaria' }),
      await aLead(app, owner.token, { ...bia, negocio: 'Loja', status: 'ganho' }),
    ]
    const other = await aLead(app, owner.token, { ...bia, nome: 'Colega no mesmo telefone' })
    const request = await aRequest(owner)
    const change = { nome: 'Beatriz Reis', telefone: '11 3333-4444 ramal 12' }
    const body = { leadIds: leads.map(({ _id }) => _id), change, requestId: request._id }
    const { status, data } = await correct(owner, body)
    expect([status, data]).toEqual([200, { leads: 2 }])
    for (const { version, updatedAt: _, ...lead } of leads) {
      const now = await find(owner, lead)
      expect(now).toMatchObject({ ...change, negocio: lead.negocio, email: bia.email, status: lead.status })
      expect(now.version).toBe(version + 1)
    }
    expect(await find(owner, other)).toEqual(other)
    const { data: page } = await call(privacyApi.requests, { token: owner.token })
    expect(page.requests).toMatchObject([{ state: 'atendido', outcome: 'Dados corrigidos: nome, telefone' }])
    const { data: trail } = await call(teamApi.trail, { token: owner.token })
    expect(trail.entries[0]).toMatchObject({
      action: 'correct-person',
      details: { fields: 'nome, telefone', leads: '2', protocol: request.protocol },
    })
    expect(JSON.stringify(trail.entries)).not.toContain('Beatriz')
    expect((await correct(owner, body)).error.code).toBe('request_closed')
  })

  it('changes nothing unless it can change every lead', async () => {
    const owner = await aSubscriber(app, 'pro')
    const stranger = await aSubscriber(app, 'pro')
    const lead = await aLead(app, owner.token, bia)
    const theirs = await aLead(app, stranger.token, bia)
    const request = await aRequest(owner)
    const change = { nome: 'Beatriz' }
    const both = { leadIds: [lead._id, theirs._id], change, requestId: request._id }
    expect((await correct(owner, both)).error.code).toBe('not_found')
    expect([await find(owner, lead), await find(stranger, theirs)]).toEqual([lead, theirs])
    const { data } = await call(privacyApi.requests, { token: owner.token })
    expect(data.requests).toMatchObject([{ state: 'aberto' }])
  })

  it('asks for what to correct', async () => {
    const owner = await anExpiredTrialUser(app)
    const leadIds = ['018f0000-0000-7000-8000-000000000001']
    expect((await correct(owner, { leadIds, change: {} })).error.fields).toEqual({
      'change.nome': 'Informe o que corrigir',
    })
    const { error } = await correct(owner, { leadIds, change: { nome: '' } })
    expect(error.fields).toEqual({ 'change.nome': 'Informe o nome' })
  })
})
