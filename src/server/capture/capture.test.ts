import { describe, expect, it } from 'vitest'
import { captureApi } from '#contract/capture/capture.ts'
import { honeypotName } from '#contract/capture/capture-fields.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { privacyApi } from '#contract/privacy/privacy.ts'
import { storyApi } from '#contract/story/story.ts'
import { captureApp } from '../testing/capture-app.ts'
import {
  anExpiredTrialUser,
  anExportedLead,
  aSubscriber,
  aUser,
  fetchAllLeads,
  importLeads,
  type Person,
  subscribe,
} from '../testing/factories.ts'
import { trustingProxy } from '../testing/proxied-app.ts'
import { captureJobs } from './capture-jobs.ts'
import { removeOldSubmissions, removeOldTurns } from './submission-store.ts'

const app = await captureApp()
const { call, db, aForm, aSubmission, send, submissionsOf, services } = app

const release = () => captureJobs(services)[0]?.run({} as never)
const admit = ({ token }: Person, id: string) => call(captureApi.admit, { token, params: { id } })

describe('a submission', () => {
  it('becomes a lead of the form, with its origin and its story', async () => {
    const owner = await aUser(app)
    const form = await aForm(owner)
    const { status, data } = await send(form, { Nome: 'Bia Reis', WhatsApp: '(11) 98888-7777', utm_source: 'google' })
    expect([status, data]).toEqual([200, { ok: true, message: 'Respondemos em um dia.' }])
    const [lead] = await fetchAllLeads(app, owner.token)
    expect(lead).toMatchObject({
      nome: 'Bia Reis',
      telefone: '(11) 98888-7777',
      descricaoServico: 'utm_source: google',
      status: 'novo-lead',
      origem: 'formulario',
      userId: null,
    })
    const story = await call(storyApi.list, { token: owner.token, params: { id: lead?._id ?? '' } })
    expect(story.data.entries[0]).toMatchObject({ kind: 'created', actor: { kind: 'form' } })
    const [submission] = await submissionsOf(owner)
    expect(submission).toMatchObject({ outcome: 'lead', leadId: lead?._id, formName: 'Site', fields: [] })
  })

  it('repeated within ten minutes joins its lead, and adds another message', async () => {
    const owner = await aUser(app)
    const form = await aForm(owner)
    const body = aSubmission({ phone: '(11) 98888-7777' })
    await send(form, body)
    await send(form, body)
    await send(form, { ...body, phone: '+55 11 98888 7777', message: 'E um logotipo', email: 'bia@sol.com.br' })
    const leads = await fetchAllLeads(app, owner.token)
    expect(leads).toHaveLength(1)
    expect(leads[0]).toMatchObject({ descricaoServico: 'Quero um site\nE um logotipo', email: 'bia@sol.com.br' })
    expect((await submissionsOf(owner)).map(({ outcome }) => outcome)).toEqual(['merged', 'merged', 'lead'])
  })

  it('that lacks what the form requires waits, and becomes a lead by hand', async () => {
    const owner = await aUser(app)
    const form = await aForm(owner)
    expect((await send(form, { nome: 'Bia', email: 'bia@' })).status).toBe(200)
    const [waiting] = await submissionsOf(owner)
    expect(waiting).toMatchObject({ outcome: 'waiting', reason: 'incomplete', leadId: null })
    expect(waiting?.fields).toContainEqual({ name: 'email', value: 'bia@' })
    await release()
    expect(await fetchAllLeads(app, owner.token)).toEqual([])
    const { data } = await admit(owner, waiting?._id ?? '')
    const [lead] = await fetchAllLeads(app, owner.token)
    expect(lead).toMatchObject({ _id: data.leadId, nome: 'Bia', email: '', descricaoServico: 'E-mail informado: bia@' })
    expect((await admit(owner, waiting?._id ?? '')).status).toBe(404)
  })

  it('with too much or nothing gets an error that says so', async () => {
    const form = await aForm(await aUser(app))
    const tooLong = await send(form, aSubmission({ name: 'B'.repeat(200) }))
    expect([tooLong.status, tooLong.error.fields]).toEqual([400, { nome: 'Use no máximo 120 caracteres' }])
    expect((await send(form, {})).error.message).toBe('Nada foi enviado. Preencha os campos.')
    expect((await send({ key: 'nenhum' })).status).toBe(404)
  })

  it('of a person who was erased leaves nothing, whatever it looks like', async () => {
    const owner = await aUser(app)
    const form = await aForm(owner)
    const body = aSubmission({ phone: '11 98888-7777' })
    await send(form, body)
    const waiting = { name: 'Bia', phone: '11 98888-7777', email: 'bia@' }
    await send(form, waiting)
    const person = { telefone: '11988887777' }
    await call(privacyApi.anonymize, { token: owner.token, body: { person, confirmation: 'ANONIMIZAR' } })
    expect(await submissionsOf(owner, 'waiting')).toEqual([])
    for (const again of [body, waiting, { ...body, [honeypotName]: 'x' }]) {
      expect((await send(form, again)).data.message).toBe('Respondemos em um dia.')
      const [last] = await submissionsOf(owner)
      expect(last).toMatchObject({ outcome: 'refused', reason: 'erased', fields: [], leadId: null })
    }
    expect((await fetchAllLeads(app, owner.token)).filter(({ anonymizedAt }) => anonymizedAt === null)).toEqual([])
    const stored = await db.rows('select from capture_submissions where fields::text like $1', ['%8888%'])
    expect(stored).toHaveLength(0)
  })

  it('keeps the version of the text that the person agreed to', async () => {
    const owner = await aUser(app)
    const consentText = 'Aceito receber contato.'
    const form = await aForm(owner, { consentText })
    await send(form, aSubmission())
    expect((await submissionsOf(owner))[0]).toMatchObject({ outcome: 'waiting', reason: 'consent' })
    const change = (text: string) =>
      call(captureApi.changeForm, {
        token: owner.token,
        params: { id: form._id },
        body: { ...form, consentText: text },
      })
    await change('Aceito receber contato por WhatsApp.')
    expect((await change('Aceito receber contato por WhatsApp.')).data.consentVersion).toBe(2)
    const phone = '11 97777-6666'
    await send(form, aSubmission({ phone, consentimento: 'sim', versao_consentimento: '1' }))
    const [lead] = await fetchAllLeads(app, owner.token)
    expect(lead?.baseLegal).toBe('consentimento')
    const report = await call(privacyApi.report, {
      token: owner.token,
      body: { person: { telefone: phone }, format: 'json' },
    })
    expect(JSON.parse(report.raw.payload).leads[0].consentimentos).toMatchObject([
      { texto: consentText, versao: 1, formulario: 'Site' },
    ])
  })
})

describe('an old submission', () => {
  it('is deleted with the turn that it took, at most as many per statement as it may', async () => {
    const owner = await aSubscriber(app, 'pro')
    const form = await aForm(owner, { distribution: 'turns', memberIds: [owner.member._id] })
    await db.run('delete from capture_submissions')
    await db.run('delete from capture_turns')
    for (const _ of [1, 2, 3]) await send(form)
    for (const remove of [removeOldSubmissions, removeOldTurns]) {
      const removeTwo = () => remove(db, new Date(Date.now() + 60_000), 2)
      expect([await removeTwo(), await removeTwo(), await removeTwo()]).toEqual([2, 1, 0])
    }
  })
})

describe('a submission that the plan does not hold', () => {
  it('waits: at 100 of 100 leads 20 at once all wait, and are all leads after an upgrade', async () => {
    const owner = await aSubscriber(app, 'basic')
    await importLeads(
      app,
      owner.token,
      Array.from({ length: 100 }, () => anExportedLead()),
    )
    const form = await aForm(owner)
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(form)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const waiting = await submissionsOf(owner, 'waiting')
    expect(waiting.map(({ reason }) => reason)).toEqual(Array.from({ length: 20 }, () => 'limit'))
    await release()
    const { error } = await admit(owner, waiting[0]?._id ?? '')
    expect(error.code).toBe('lead_limit_reached')
    expect(await submissionsOf(owner, 'waiting')).toHaveLength(20)

    await subscribe(app, owner.user, 'pro')
    await release()
    expect(await submissionsOf(owner, 'waiting')).toEqual([])
    const leads = await fetchAllLeads(app, owner.token)
    expect(leads.filter(({ origem }) => origem === 'formulario')).toHaveLength(20)
    const { data } = await call(leadsApi.stats, { token: owner.token })
    expect(data.total).toBe(120)
  })

  it('waits after the end of the trial, and all can be admitted at once with a plan', async () => {
    const owner = await anExpiredTrialUser(app)
    await subscribe(app, owner.user, 'pro')
    const forms = [await aForm(owner), await aForm(owner)] as const
    await subscribe(app, owner.user, null, 'inactive')
    for (const form of forms) expect((await send(form)).status).toBe(200)
    expect((await submissionsOf(owner)).map(({ reason }) => reason)).toEqual(['ended', 'ended'])
    const admitAll = () => call(captureApi.admitAll, { token: owner.token })
    expect((await admitAll()).error.code).toBe('subscription_required')
    // Básico has one form, the oldest.
    await subscribe(app, owner.user, 'basic')
    expect((await admitAll()).data).toEqual({ admitted: 1, waiting: 1 })
    const { data } = await call(captureApi.forms, { token: owner.token })
    expect(data.forms.map(({ isPausedByPlan, waiting }) => [isPausedByPlan, waiting])).toEqual([
      [false, 0],
      [true, 1],
    ])
    const third = await call(captureApi.createForm, {
      token: owner.token,
      body: { nome: 'Feira', title: 'Feira', fields: ['email'], required: ['email'] },
    })
    expect(third.error).toMatchObject({ code: 'plan_required', feature: 'captureForms', plan: 'pro' })
    await subscribe(app, owner.user, 'pro')
    expect((await admitAll()).data).toEqual({ admitted: 1, waiting: 0 })
  })

  it('waits while the form is paused, or after the form was removed', async () => {
    const owner = await aUser(app)
    const form = await aForm(owner)
    await call(captureApi.changeForm, {
      token: owner.token,
      params: { id: form._id },
      body: { ...form, isActive: false },
    })
    await send(form)
    await release()
    expect(await submissionsOf(owner, 'waiting')).toMatchObject([{ reason: 'inactive' }])
    await call(captureApi.removeForm, { token: owner.token, params: { id: form._id } })
    expect((await send(form)).status).toBe(404)
    const [waiting] = await submissionsOf(owner, 'waiting')
    expect(waiting).toMatchObject({ formName: null })
    expect((await admit(owner, waiting?._id ?? '')).status).toBe(200)
    expect(await fetchAllLeads(app, owner.token)).toHaveLength(1)
  })
})

describe('programs that fill in every field', () => {
  it('get the same response as people, and wait as suspected until a member admits or discards them', async () => {
    const owner = await aUser(app)
    const form = await aForm(owner)
    const real = await send(form)
    const spam = await send(form, aSubmission({ [honeypotName]: 'https://spam.example' }))
    expect([spam.status, spam.data]).toEqual([real.status, real.data])
    await send(form, aSubmission({ [honeypotName]: 'x' }))
    const suspects = await submissionsOf(owner, 'suspect')
    expect(suspects.map(({ reason }) => reason)).toEqual(['honeypot', 'honeypot'])
    const [one, other] = suspects.map(({ _id }) => _id)
    expect((await admit(owner, one ?? '')).status).toBe(200)
    await call(captureApi.discard, { token: owner.token, params: { id: other ?? '' } })
    expect(await submissionsOf(owner, 'suspect')).toEqual([])
    expect(await fetchAllLeads(app, owner.token)).toHaveLength(2)
  })

  it('are suspected beyond the pace of an address, and others are not', async () => {
    const limited = await captureApp(trustingProxy)
    const owner = await aUser(limited)
    const form = await limited.aForm(owner)
    for (let sent = 0; sent < 11; sent++) expect((await limited.send(form)).status).toBe(200)
    const outcomes = (await limited.submissionsOf(owner)).map(({ outcome, reason }) => reason ?? outcome)
    expect(outcomes).toEqual(['pace', ...Array.from({ length: 10 }, () => 'lead')])
  })
})
