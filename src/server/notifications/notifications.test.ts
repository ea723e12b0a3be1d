import { describe, expect, it } from 'vitest'
import { accountApi } from '#contract/auth/account.ts'
import { bulkApi } from '#contract/bulk/bulk.ts'
import { keysApi } from '#contract/keys/keys.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { type Notification, notificationsApi } from '#contract/notifications/notifications.ts'
import { importsApi } from '#contract/spreadsheets/imports.ts'
import { teamApi } from '#contract/team/team.ts'
import { captureApp } from '../testing/capture-app.ts'
import { aLead, aMember, aRegistration, aSubscriber, type Person } from '../testing/factories.ts'
import { runImportJobs, uploadFile } from '../testing/import-file.ts'
import { openStream, serve } from '../testing/live-client.ts'
import { createMailCatcher } from '../testing/mail-catcher.ts'
import { invite } from '../testing/team.ts'
import { notificationJobs } from './notification-jobs.ts'
import { removeOldNotifications } from './store.ts'

const app = await captureApp()
const { call, db, services } = app
const mails = createMailCatcher(services)

const aTeam = async () => {
  const owner = await aSubscriber(app, 'pro')
  return {
    owner,
    marina: await aMember(app, owner, 'manager', 'Marina Alves'),
    rafael: await aMember(app, owner, 'seller', 'Rafael Nogueira'),
  }
}
const listOf = async ({ token }: Person) => (await call(notificationsApi.list, { token })).data
const factsOf = async (person: Person) =>
  (await listOf(person)).notifications.map(({ kind, count, lead, cause }) => [kind, count, lead?.nome, cause?.nome])
const read = ({ token }: Person, notifications: Notification[]) =>
  call(notificationsApi.markRead, { token, body: { ids: notifications.map(({ _id }) => _id) } })
const assign = ({ token }: Person, ids: string[], to: Person | null) =>
  call(leadsApi.assign, { token, body: { ids, to: to?.member._id ?? null } })
const idsOf = (leads: { _id: string }[]) => leads.map(({ _id }) => _id)

describe('a lead that a colleague passes on', () => {
  it('is told to who gets it, and to nobody else', async () => {
    const { owner, marina, rafael } = await aTeam()
    const lead = await aLead(app, owner.token, { nome: 'Padaria Sol' })
    await assign(marina, [lead._id], rafael)
    const { unread, notifications } = await listOf(rafael)
    expect([unread, notifications]).toEqual([
      1,
      [
        {
          _id: expect.any(String),
          kind: 'assigned',
          at: expect.any(String),
          isRead: false,
          count: 1,
          lead: { _id: lead._id, nome: 'Padaria Sol' },
          cause: { _id: marina.member._id, nome: 'Marina Alves' },
          outcome: null,
          dueOn: null,
        },
      ],
    ])
    expect([await factsOf(owner), await factsOf(marina)]).toEqual([[], []])
  })

  it('is told once for many leads, also in several steps', async () => {
    const { marina, rafael } = await aTeam()
    const leads = []
    for (let n = 0; n < 4; n++) leads.push(await aLead(app, marina.token))
    const [first, ...others] = idsOf(leads)
    await call(bulkApi.assign, { token: marina.token, body: { ids: others, to: rafael.member._id } })
    expect(await factsOf(rafael)).toEqual([['assigned', 3, undefined, 'Marina Alves']])
    await assign(marina, [first ?? ''], rafael)
    expect(await factsOf(rafael)).toEqual([['assigned', 4, undefined, 'Marina Alves']])
    await read(rafael, (await listOf(rafael)).notifications)
    await assign(marina, [first ?? ''], marina)
    await assign(marina, [first ?? ''], rafael)
    expect(await factsOf(rafael)).toEqual([
      ['assigned', 1, leads[0]?.nome, 'Marina Alves'],
      ['assigned', 4, undefined, 'Marina Alves'],
    ])
    expect((await listOf(rafael)).unread).toBe(1)
  })

  it('is not told to who took it, edited it, or created it for themselves', async () => {
    const { owner, marina } = await aTeam()
    const lead = await aLead(app, owner.token)
    await assign(owner, [lead._id], null)
    await call(leadsApi.take, { token: marina.token, params: { id: lead._id } })
    await call(leadsApi.update, { token: owner.token, params: { id: lead._id }, body: { status: 'ganho' } })
    await aLead(app, marina.token)
    expect([await factsOf(owner), await factsOf(marina)]).toEqual([[], []])
  })

  it('is told no more once the member does not see it', async () => {
    const { owner, marina, rafael } = await aTeam()
    const lead = await aLead(app, marina.token)
    await assign(marina, [lead._id], rafael)
    await assign(owner, [lead._id], owner)
    expect(await listOf(rafael)).toEqual({ unread: 0, notifications: [] })
    await assign(owner, [lead._id], marina)
    expect(await factsOf(marina)).toEqual([['assigned', 1, lead.nome, owner.user.nome]])
    await call(leadsApi.remove, { token: owner.token, params: { id: lead._id } })
    expect(await factsOf(marina)).toEqual([])
  })

  it('comes to the one who gets the leads of a leaving member, and the member’s own notifications go', async () => {
    const { owner, marina, rafael } = await aTeam()
    await assign(marina, [(await aLead(app, marina.token))._id], rafael)
    await assign(owner, [(await aLead(app, owner.token))._id], rafael)
    await call(teamApi.removeMember, {
      token: owner.token,
      params: { id: rafael.member._id },
      body: { leadsTo: marina.member._id },
    })
    expect(await factsOf(marina)).toEqual([['assigned', 2, undefined, owner.user.nome]])
    const left = await db.rows('select from notifications where user_id = $1', [rafael.member._id])
    expect(left).toEqual([])
  })
})

describe('a form', () => {
  it('tells the member whose lead came', async () => {
    const { owner, rafael } = await aTeam()
    const form = await app.aForm(owner, { distribution: 'member', memberIds: [rafael.member._id] })
    await app.send(form, { name: 'Bia Reis', phone: '11 98888-7777' })
    expect(await factsOf(rafael)).toEqual([['captured', 1, 'Bia Reis', 'Site']])
    await app.send(form)
    expect(await factsOf(rafael)).toEqual([['captured', 2, undefined, 'Site']])
    expect(await factsOf(owner)).toEqual([])
  })

  it('tells owner and managers when something first waits, until nothing waits', async () => {
    const { owner, marina, rafael } = await aTeam()
    const form = await app.aForm(owner)
    for (let n = 0; n < 2; n++) await app.send(form, { nome: 'Bia', email: 'bia@' })
    const waits = [['quarantined', 1, undefined, 'Site']]
    expect([await factsOf(owner), await factsOf(marina), await factsOf(rafael)]).toEqual([waits, waits, []])
    await read(owner, (await listOf(owner)).notifications)
    await app.send(form, { nome: 'Caio', email: 'caio@' })
    expect((await listOf(owner)).unread).toBe(0)
  })
})

it('tells a member of leads that another system brings for them', async () => {
  const owner = await aSubscriber(app, 'enterprise')
  const rafael = await aMember(app, owner, 'seller')
  const body = { nome: 'n8n', scopes: ['leads:write'], lifetime: '365', password: owner.password }
  const { data } = await call(keysApi.create, { token: owner.token, body })
  await aLead(app, data.token, { nome: 'Bia Reis', userId: rafael.member._id })
  expect(await factsOf(rafael)).toEqual([['captured', 1, 'Bia Reis', 'n8n']])
})

it('tells the owner who joined the team', async () => {
  const { owner, marina } = await aTeam()
  const token = await invite(app, mails, marina, aRegistration().email)
  await call(teamApi.joinByInvite, { body: { token, nome: 'Rita Alves', password: 'segredo1' } })
  expect([await factsOf(owner), await factsOf(marina)]).toEqual([[['joined', 1, undefined, 'Rita Alves']], []])
})

it('tells an import’s author how it ended, and nothing of its leads', async () => {
  const { owner, marina } = await aTeam()
  const { _id } = await uploadFile(app, marina.token, Buffer.from('Nome;Telefone\r\nAna;11 98765-4321'))
  await call(importsApi.start, { token: marina.token, params: { id: _id } })
  await runImportJobs(app)
  expect((await listOf(marina)).notifications).toMatchObject([
    { kind: 'imported', cause: { _id, nome: 'leads.csv' }, outcome: 'done', isRead: false },
  ])
  await call(importsApi.undo, { token: marina.token, params: { id: _id } })
  await runImportJobs(app)
  expect((await listOf(marina)).notifications).toMatchObject([{ kind: 'imported', outcome: 'undone' }])
  expect(await factsOf(owner)).toEqual([])
})

describe('notifications', () => {
  it('are read one by one, by their member only', async () => {
    const { owner, marina, rafael } = await aTeam()
    await assign(marina, [(await aLead(app, marina.token))._id], rafael)
    await assign(owner, [(await aLead(app, owner.token))._id], rafael)
    const { notifications } = await listOf(rafael)
    const [first] = notifications
    expect((await read(marina, notifications)).status).toBe(204)
    expect((await listOf(rafael)).unread).toBe(2)
    expect((await read(rafael, first ? [first] : [])).status).toBe(204)
    const after = await listOf(rafael)
    expect([after.unread, after.notifications.map(({ isRead }) => isRead)]).toEqual([1, [true, false]])
  })

  it('hide what a changed role may not open', async () => {
    const { owner, marina } = await aTeam()
    const form = await app.aForm(owner)
    await app.send(form, { nome: 'Bia', email: 'bia@' })
    const params = { id: marina.member._id }
    await call(teamApi.changeRole, { token: owner.token, params, body: { team_role: 'seller' } })
    expect(await listOf(marina)).toEqual({ unread: 0, notifications: [] })
  })

  it('reach only their member at once, and other devices when they are read', async () => {
    const { owner, marina, rafael } = await aTeam()
    const url = await serve(app)
    const [mine, other] = [await openStream(url, rafael.token), await openStream(url, owner.token)]
    await assign(marina, [(await aLead(app, marina.token))._id], rafael)
    await mine.next('notification')
    await read(rafael, (await listOf(rafael)).notifications)
    await mine.next('notification')
    await aLead(app, rafael.token)
    await mine.nextChange()
    await other.nextChange()
    expect(other.events.some(({ name }) => name === 'notification')).toBe(false)
  })

  it('are deleted after thirty days, and with the account', async () => {
    const { marina, rafael, owner } = await aTeam()
    await assign(marina, [(await aLead(app, marina.token))._id], rafael)
    const maintain = () => notificationJobs(services)[0]?.run({ save: async () => {} } as never)
    await maintain()
    expect((await listOf(rafael)).unread).toBe(1)
    await db.run(`update notifications set at = now() - interval '31 days' where account_id = $1`, [owner.account._id])
    await maintain()
    expect((await listOf(rafael)).unread).toBe(0)
    await assign(marina, [(await aLead(app, marina.token))._id], rafael)
    await call(accountApi.remove, { token: owner.token, body: { password: owner.password } })
    expect(await db.rows('select from notifications where account_id = $1', [owner.account._id])).toEqual([])
  })

  it('are deleted at most as many per statement as it may', async () => {
    const { marina, rafael, owner } = await aTeam()
    for (const member of [rafael, owner]) await assign(marina, [(await aLead(app, marina.token))._id], member)
    await db.run(`update notifications set at = '2020-01-01' where account_id = $1`, [owner.account._id])
    const remove = () => removeOldNotifications(db, new Date('2020-01-02'), 1)
    expect([await remove(), await remove(), await remove()]).toEqual([1, 1, 0])
  })

  it('of a statement that assigns 10,000 leads are one row', async () => {
    const { owner, marina, rafael } = await aTeam()
    await db.run(
      `insert into leads (account_id, id, user_id, nome, negocio, telefone, email, descricao_servico, valor_servico_centavos,
                          status, stage, data_prospeccao, busca)
       select $1, gen_random_uuid(), $2, 'Ana', 'Loja', '1', 'a@b.com', 'Site', 1, 'novo-lead', 'novo-lead', '2026-01-01', ''
         from generate_series(1, 10000)`,
      [owner.account._id, marina.member._id],
    )
    const body = { filters: {}, to: rafael.member._id }
    expect((await call(bulkApi.assign, { token: marina.token, body })).data.changed).toBe(10_000)
    expect(await factsOf(rafael)).toEqual([['assigned', 10_000, undefined, 'Marina Alves']])
  })
})
