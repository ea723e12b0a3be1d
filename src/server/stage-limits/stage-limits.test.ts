import { describe, expect, it } from 'vitest'
import { openStages, stages } from '#contract/leads/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { stageLimitsApi } from '#contract/stage-limits/stage-limits.ts'
import { teamApi } from '#contract/team/team.ts'
import { aLead, aMember, aUser, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, clock, db } = app

const limitsOf = async ({ token }: Person) =>
  Object.fromEntries(
    (await call(stageLimitsApi.list, { token })).data.limits.map(({ stage, ...limit }) => [stage, limit]),
  )
const setLimits = ({ token }: Person, days: object) => call(stageLimitsApi.change, { token, body: { days } })

/** Moves the lead's stay in its stage to another time. */
const enteredAt = (person: Person, { _id }: Lead, since: string) =>
  db.run('update leads set stage_since = $3, stage_since_exact = true where account_id = $1 and id = $2', [
    person.account._id,
    _id,
    since,
  ])

/** A won lead that was in negotiation from one time to another. */
const aWonLead = async (person: Person, since: string, until: string) => {
  const lead = await aLead(app, person.token, { status: 'negociacao' })
  await enteredAt(person, lead, since)
  await call(leadsApi.update, { token: person.token, params: { id: lead._id }, body: { status: 'ganho' } })
  await db.run(`update story_entries set at = $3 where account_id = $1 and lead_id = $2 and kind = 'stage'`, [
    person.account._id,
    lead._id,
    until,
  ])
}

const listStalled = async ({ token }: Person, query = {}) =>
  (await call(leadsApi.list, { token, query: { stalled: 'true', ...query } })).data

describe('the limit of a stage', () => {
  it('is missing until five won leads have left it, and then what three of four kept', async () => {
    const person = await aUser(app)
    // Working days: 0, 1, 3, 8.
    await aWonLead(person, '2026-11-09T12:00:00Z', '2026-11-09T18:00:00Z')
    await aWonLead(person, '2026-11-06T12:00:00Z', '2026-11-09T12:00:00Z')
    await aWonLead(person, '2026-11-09T12:00:00Z', '2026-11-12T12:00:00Z')
    await aWonLead(person, '2026-11-16T12:00:00Z', '2026-11-27T12:00:00Z')
    expect((await limitsOf(person)).negociacao).toEqual({ days: null, learnedDays: null, stalledBefore: null })
    await aWonLead(person, '2026-11-03T12:00:00Z', '2026-11-05T12:00:00Z')
    expect((await limitsOf(person)).negociacao).toMatchObject({ days: null, learnedDays: 3 })
    expect((await limitsOf(person)).qualificando).toMatchObject({ learnedDays: null })
  })

  it('ignores stays of less than five minutes, leads that were not won, and other accounts', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    for (let index = 0; index < 5; index++) {
      await aWonLead(person, '2026-11-09T12:00:00Z', '2026-11-09T12:04:59Z')
      await aWonLead(other, '2026-11-03T12:00:00Z', '2026-11-05T12:00:00Z')
    }
    expect((await limitsOf(person)).negociacao?.learnedDays).toBeNull()
    expect((await limitsOf(other)).negociacao?.learnedDays).toBe(2)
    await db.run(`update leads set status = 'perdido', stage = 'perdido' where account_id = $1`, [other.account._id])
    expect((await limitsOf(other)).negociacao?.learnedDays).toBeNull()
  })

  it('is learned without the stays of leads that were merged into won ones', async () => {
    const person = await aUser(app)
    for (let index = 0; index < 5; index++) await aWonLead(person, '2026-11-03T12:00:00Z', '2026-11-05T12:00:00Z')
    await db.run(`update story_entries set merged_from = array[gen_random_uuid()] where account_id = $1`, [
      person.account._id,
    ])
    expect((await limitsOf(person)).negociacao?.learnedDays).toBeNull()
  })

  it('is learned from the 200 leads that were won last, not from those that were edited last', async () => {
    const person = await aUser(app)
    for (let index = 0; index < 5; index++) await aWonLead(person, '2026-11-03T12:00:00Z', '2026-11-05T12:00:00Z')
    expect((await limitsOf(person)).negociacao?.learnedDays).toBe(2)
    await db.run(
      `insert into leads (account_id, id, user_id, nome, negocio, telefone, email, descricao_servico, valor_servico_centavos,
                          status, stage, data_prospeccao, busca, created_at, updated_at, stage_since, stage_since_exact)
       select $1, gen_random_uuid(), $2, 'Lead ' || n, '', '', '', '', 100, 'ganho', 'ganho', '2026-01-01', '',
              '2026-01-01', '2026-01-01', now(), true from generate_series(1, 200) n`,
      [person.account._id, person.member._id],
    )
    expect((await limitsOf(person)).negociacao?.learnedDays).toBeNull()
  })

  it('is what the account sets, until it is removed', async () => {
    const person = await aUser(app)
    const { data } = await setLimits(person, { negociacao: 10, qualificando: 2 })
    expect(data.limits.map(({ stage, days }) => [stage, days])).toEqual(
      openStages.map(stage => [stage, { negociacao: 10, qualificando: 2 }[stage as string] ?? null]),
    )
    await setLimits(person, { negociacao: null })
    const limits = await limitsOf(person)
    expect([limits.negociacao?.days, limits.qualificando?.days]).toEqual([null, 2])
  })

  it('of another stage stays as others set it meanwhile', async () => {
    const person = await aUser(app)
    const was = { negociacao: null, qualificando: null }
    const set = (days: object) => call(stageLimitsApi.change, { token: person.token, body: { days, was } })
    await setLimits(person, { negociacao: 10 })
    expect((await set({ negociacao: null, qualificando: 3 })).status).toBe(200)
    const { status, error } = await set({ negociacao: 5, qualificando: 3 })
    expect([status, error.current]).toEqual([412, expect.objectContaining({ negociacao: 10, qualificando: 3 })])
    const limits = await limitsOf(person)
    expect([limits.negociacao?.days, limits.qualificando?.days]).toEqual([10, 3])
  })

  it('is one of those that are set at the same time', async () => {
    const person = await aUser(app)
    const days = Array.from({ length: 8 }, (_, index) => index + 1)
    const saved = await Promise.all(
      days.map(day => setLimits(person, day % 2 ? { negociacao: day, qualificando: null } : { qualificando: day })),
    )
    expect(saved.map(({ status }) => status)).toEqual(days.map(() => 200))
    expect([1, 3, 5, 7]).toContain((await limitsOf(person)).negociacao?.days)
  })

  it('is an integer from 1 to 365 of an open stage', async () => {
    const person = await aUser(app)
    for (const days of [{ negociacao: 0 }, { negociacao: 366 }, { negociacao: 1.5 }, { ganho: 3 }, { x: 1 }, 'x'])
      expect((await setLimits(person, days as object)).status).toBe(400)
    expect((await setLimits(await aMember(app, person, 'seller'), { negociacao: 1 })).status).toBe(403)
  })
})

describe('a lead stands still', () => {
  it.each([
    // Friday 20 November 2026 is a holiday.
    ['2026-11-19T23:59:00-03:00', '2026-11-23T23:59:00-03:00', 1, false],
    ['2026-11-19T23:59:00-03:00', '2026-11-24T00:01:00-03:00', 1, true],
    ['2026-11-20T00:01:00-03:00', '2026-11-23T23:59:00-03:00', 1, false],
    ['2026-11-23T00:01:00-03:00', '2026-11-24T23:59:00-03:00', 1, false],
    ['2026-11-20T10:00:00-03:00', '2026-11-24T00:01:00-03:00', 1, true],
    // Carnival.
    ['2026-02-13T10:00:00-03:00', '2026-02-18T23:59:00-03:00', 1, false],
    ['2026-02-13T10:00:00-03:00', '2026-02-19T00:01:00-03:00', 1, true],
  ])('since %s at %s with a limit of %i: %s', async (since, at, days, isStalled) => {
    const person = await aUser(app)
    const lead = await aLead(app, person.token)
    await enteredAt(person, lead, since)
    await setLimits(person, { 'novo-lead': days })
    const before = clock.now
    clock.now = new Date(at)
    await db.run(`update accounts set trial_end = $2 where id = $1`, [person.account._id, '2027-12-31'])
    await db.run('update sessions set last_seen_at = $2, created_at = $2 where account_id = $1', [
      person.account._id,
      clock.now,
    ])
    const { leads, total } = await listStalled(person)
    clock.now = before
    expect([leads.length, total]).toEqual(isStalled ? [1, 1] : [0, 0])
  })

  it.each(['America/Noronha', 'America/Rio_Branco'])('by the days of the account in %s', async timezone => {
    const person = await aUser(app)
    const settings = { nome: 'Padaria', timezone, sellers_see: 'own', sellers_take_unassigned: false }
    await call(teamApi.changeSettings, { token: person.token, body: settings })
    await setLimits(person, { 'novo-lead': 1 })
    const midnight = (await limitsOf(person))['novo-lead']?.stalledBefore
    const hour = { 'America/Noronha': '02', 'America/Rio_Branco': '05' }[timezone]
    expect(midnight?.slice(11)).toBe(`${hour}:00:00.000Z`)
  })

  it('in every stage with a limit, and in the same leads for list, board, totals and export', async () => {
    const person = await aUser(app)
    const leads = await Promise.all(stages.map(status => aLead(app, person.token, { status })))
    const fresh = await aLead(app, person.token, { status: 'negociacao' })
    for (const lead of leads) await enteredAt(person, lead, '2026-01-05T12:00:00Z')
    expect((await listStalled(person)).total).toBe(0)
    await setLimits(person, { negociacao: 5, 'novo-lead': 365 })
    const { leads: found } = await listStalled(person)
    expect(found.map(({ status }) => status)).toEqual(['negociacao'])
    const query = { stalled: 'true' }
    const { data: board } = await call(leadsApi.board, { token: person.token, query })
    expect(board.columns.flatMap(column => column.leads.map(({ _id }) => _id))).toEqual([found[0]?._id])
    expect(board.columns.find(({ status }) => status === 'negociacao')?.total).toBe(1)
    expect((await call(leadsApi.stats, { token: person.token, query })).data).toMatchObject({ total: 1, negociacao: 1 })
    const file = await call(leadsApi.export, { token: person.token, query: { ...query, format: 'json' } })
    expect(file.raw.json().leads).toHaveLength(1)
    // A move and an edit end and keep the standstill.
    await call(leadsApi.update, { token: person.token, params: { id: found[0]?._id ?? '' }, body: { nome: 'Ana' } })
    expect((await listStalled(person)).total).toBe(1)
    for (const status of ['qualificando', 'negociacao'])
      await call(leadsApi.update, { token: person.token, params: { id: found[0]?._id ?? '' }, body: { status } })
    expect((await listStalled(person)).total).toBe(0)
    expect(fresh.status).toBe('negociacao')
  })

  it('only among the leads that a seller sees', async () => {
    const owner = await aUser(app)
    const seller = await aMember(app, owner, 'seller')
    for (const person of [owner, seller]) await enteredAt(owner, await aLead(app, person.token), '2026-01-05T12:00:00Z')
    await setLimits(owner, { 'novo-lead': 3 })
    expect([(await listStalled(owner)).total, (await listStalled(seller)).total]).toEqual([2, 1])
    expect((await call(leadsApi.list, { token: owner.token, query: { stalled: 'x' } })).status).toBe(400)
  })
})
