import { afterEach, describe, expect, it } from 'vitest'
import { bulkApi } from '#contract/bulk/bulk.ts'
import { duplicatesApi } from '#contract/duplicates/duplicates.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { lostReasonsApi } from '#contract/lost-reasons/lost-reasons.ts'
import { addMonths, firstDayOf, lastDayOf, monthOf } from '#contract/reports/report-months.ts'
import { reportsApi } from '#contract/reports/reports.ts'
import { teamApi } from '#contract/team/team.ts'
import { toDateIn } from '#contract/values/dates.ts'
import { countReadBlocks } from '../testing/count-read-blocks.ts'
import { aLead, aSubscriber, aUser, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { listDecidedTotals, listExpectedTotals, listStageJourneys } from './store.ts'

const app = await testApp()
const { call, clock, db } = app
const realNow = clock.now
afterEach(() => {
  clock.now = realNow
})
const current = monthOf(toDateIn('America/Sao_Paulo', clock.now))

const reportOf = async ({ token }: Person, query: { from?: string; to?: string } = {}) =>
  (await call(reportsApi.sales, { token, query })).data

describe('the plan', () => {
  it('Básico has no reports, and the response names the plan that has them', async () => {
    const { token } = await aSubscriber(app, 'basic')
    const { status, error } = await call(reportsApi.sales, { token })
    expect([status, error]).toMatchObject([402, { code: 'plan_required', feature: 'reports', plan: 'pro' }])
  })

  it('Profissional reports the last twelve months, and no other period', async () => {
    const person = await aSubscriber(app, 'pro')
    expect(await reportOf(person)).toMatchObject({ from: addMonths(current, -11), to: current })
    const query = { from: current, to: current }
    const { status, error } = await call(reportsApi.sales, { token: person.token, query })
    expect([status, error]).toMatchObject([402, { code: 'plan_required', plan: 'enterprise' }])
  })

  it('Empresarial reports any period of whole months', async () => {
    const person = await aSubscriber(app, 'enterprise')
    const report = await reportOf(person, { from: '2025-11', to: '2026-02' })
    expect(report.months.map(({ month }) => month)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  })

  it.each([
    [{ from: '2026-13', to: '2027-01' }, 'from'],
    [{ from: '2026-02', to: '2026-01' }, 'to'],
    [{ from: '2020-01', to: '2025-01' }, 'to'],
    [{ from: '2026-01' }, 'to'],
    [{ to: '2026-01' }, 'to'],
  ])('rejects the period %j', async (query, field) => {
    const { token } = await aSubscriber(app, 'enterprise')
    const { status, error } = await call(reportsApi.sales, { token, query })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
  })
})

describe('the leads behind a figure', () => {
  const countOf = async ({ token }: Person, query: Record<string, string>) =>
    (await call(leadsApi.list, { token, query })).data.total

  it('are those that the list finds with its filters', async () => {
    const person = await aUser(app)
    const { token } = person
    const { reasons } = (await call(lostReasonsApi.list, { token })).data
    const reasonId = reasons[0]?._id ?? ''
    const lost = await aLead(app, token, { status: 'perdido' })
    await aLead(app, token, { status: 'perdido' })
    await aLead(app, token, { status: 'ganho' })
    const old = await aLead(app, token, { status: 'ganho' })
    await db.run(`update leads set stage_since = now() - interval '70 days' where account_id = $1 and id = $2`, [
      person.account._id,
      old._id,
    ])
    await call(lostReasonsApi.set, { token, params: { id: lost._id }, body: { reasonId, note: null } })
    await aLead(app, token, { status: 'negociacao', dataFechamento: `${current}-10` })
    await aLead(app, token, { status: 'nurturing', dataFechamento: `${current}-10` })
    await aLead(app, token, {})
    const report = await reportOf(person)
    expect(report).toMatchObject({ won: { count: 2 }, lost: { count: 2 } })
    for (const { month, won } of report.months) {
      const days = { stageSinceInicio: firstDayOf(month), stageSinceFim: lastDayOf(month) }
      expect(await countOf(person, { stage: 'ganho', ...days }), month).toBe(won.count)
    }
    for (const { reasonId: id, lost: figure } of report.reasons)
      expect(await countOf(person, { lostReasonId: id ?? 'none' })).toBe(figure.count)
    expect(report.reasons).toHaveLength(2)
    for (const { stage, reached } of report.journey.stages)
      expect(await countOf(person, { decided: 'true', reached: stage }), stage).toBe(reached)
    for (const { when, month, count } of report.forecast) {
      const days = month ? { dataFechamentoInicio: firstDayOf(month), dataFechamentoFim: lastDayOf(month) } : {}
      if (when === 'month') expect(await countOf(person, { open: 'true', ...days }), `${month}`).toBe(count)
      if (when === 'none') expect(await countOf(person, { open: 'true', undated: 'true' })).toBe(count)
    }
    expect(report.forecast.map(({ count }) => count)).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 1])
  })

  it('count in the month of the account, also after it moved to another time zone', async () => {
    const person = await aSubscriber(app, 'enterprise')
    const lead = await aLead(app, person.token, { status: 'ganho' })
    const settings = (timezone: 'America/Rio_Branco' | 'America/Noronha') =>
      call(teamApi.changeSettings, {
        token: person.token,
        body: { nome: 'Padaria', timezone, sellers_see: 'own', sellers_take_unassigned: false },
      })
    await settings('America/Rio_Branco')
    await db.run('update leads set stage_since = $3 where account_id = $1 and id = $2', [
      person.account._id,
      lead._id,
      '2026-11-01T04:30:00Z',
    ])
    const monthsWon = async () => {
      const { months } = await reportOf(person, { from: '2026-10', to: '2026-11' })
      return months.map(({ won }) => won.count)
    }
    const listed = (day: string) => countOf(person, { stageSinceInicio: day, stageSinceFim: day })
    expect([await monthsWon(), await listed('2026-10-31'), await listed('2026-11-01')]).toEqual([[1, 0], 1, 0])
    await settings('America/Noronha')
    expect([await monthsWon(), await listed('2026-10-31'), await listed('2026-11-01')]).toEqual([[0, 1], 0, 1])
  })
})

describe('merged leads', () => {
  const versioned = async ({ token }: Person, { _id: id }: Lead) => {
    const { _id, version } = (await call(leadsApi.find, { token, params: { id } })).data
    return { _id, version }
  }
  const merge = async (person: Person, kept: Lead, other: Lead, from: object = {}) => {
    const { _id: id, version } = await versioned(person, kept)
    const body = { version, others: [await versioned(person, other)], from }
    return (await call(duplicatesApi.merge, { token: person.token, params: { id }, body })).data
  }

  it('keep the month in which one of them was won, also after the undo', async () => {
    const person = await aSubscriber(app, 'enterprise')
    const [open, won] = [await aLead(app, person.token), await aLead(app, person.token, { status: 'ganho' })]
    await db.run(`update leads set stage_since = now() - interval '70 days' where account_id = $1 and id = $2`, [
      person.account._id,
      won._id,
    ])
    const before = (await reportOf(person)).months
    const { _id: id } = await merge(person, open, won, { status: won._id, valorServico: won._id })
    expect((await reportOf(person)).months).toEqual(before)
    await call(bulkApi.undo, { token: person.token, params: { id } })
    expect((await reportOf(person)).months).toEqual(before)
  })

  it('count the stays of the kept lead only', async () => {
    const person = await aSubscriber(app, 'enterprise')
    const [kept, other] = [
      await aLead(app, person.token, { status: 'qualificando' }),
      await aLead(app, person.token, { status: 'qualificando' }),
    ]
    const move = (lead: Lead, status: string) =>
      call(leadsApi.update, { token: person.token, params: { id: lead._id }, body: { status } })
    await db.run(
      `update leads set stage_since = now() - interval '10 days', stage_since_exact = true where account_id = $1`,
      [person.account._id],
    )
    await move(kept, 'contato-estabelecido')
    await move(other, 'negociacao')
    await db.run(`update leads set stage_since = now() - interval '10 days' where account_id = $1`, [
      person.account._id,
    ])
    await move(other, 'contato-estabelecido')
    await merge(person, kept, other)
    await move(kept, 'perdido')
    const { journey } = await reportOf(person)
    const days = journey.stages.map(({ medianSeconds }) => medianSeconds && Math.round(medianSeconds / 86_400))
    expect(days).toEqual([null, 10, 10, null, null])
    expect(journey.stages.map(({ reached }) => reached)).toEqual([1, 1, 1, 0, 0])
    for (const { stage, reached } of journey.stages) {
      const query = { decided: 'true', reached: stage }
      expect((await call(leadsApi.list, { token: person.token, query })).data.total).toBe(reached)
    }
  })
})

/** Adds leads that were won and lost in the last year, each after a stay in two stages. */
const fill = async ({ account, member }: Person, count: number) => {
  await db.run(
    `insert into leads (account_id, id, user_id, nome, negocio, telefone, email, descricao_servico, valor_servico_centavos,
                        status, stage, data_prospeccao, busca, stage_since, stage_since_exact)
     select $1, gen_random_uuid(), $2, 'Lead ' || n, '', '', '', '', 100, s.stage, s.stage, '2026-01-01', '',
            now() - n % 360 * interval '1 day', true
       from generate_series(1, $3) n join unnest('{ganho,perdido}'::text[]) with ordinality s (stage, place) on s.place = n % 2 + 1`,
    [account._id, member._id, count],
  )
  await db.run(
    `insert into story_entries (account_id, lead_id, is_conversation, at, kind, from_stage, to_stage, from_since, from_since_exact)
     select $1, id, false, stage_since - p * interval '1 day', 'stage', s.stage, 'ganho', stage_since - (p + 1) * interval '1 day', true
       from leads, unnest('{novo-lead,negociacao}'::text[])
            with ordinality s (stage, p) where account_id = $1`,
    [account._id],
  )
}

it('a report reads as little with 8,000 leads as with 2,000', async () => {
  const [small, large] = [await aUser(app), await aUser(app)]
  await fill(small, 2000)
  await fill(large, 8000)
  await db.run('vacuum analyze leads, story_entries, report_totals')
  const blocks = ({ account }: Person) =>
    countReadBlocks(db, async reader => {
      const view = { accountId: account._id }
      await listDecidedTotals(reader, view, { from: addMonths(current, -11), to: current })
      await listExpectedTotals(reader, view)
      const [since, until] = [
        new Date(clock.now.getTime() - 365 * 86_400_000),
        new Date(clock.now.getTime() + 86_400_000),
      ]
      await listStageJourneys(reader, view, { since, until })
    })
  const few = await blocks(small)
  expect(few).toBeGreaterThan(0)
  expect(await blocks(large)).toBeLessThan(2 * few)
})
