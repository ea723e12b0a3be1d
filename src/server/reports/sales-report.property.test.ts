import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type OpenStage, openStages, stageOf, stages } from '#contract/leads/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { lostReasonsApi } from '#contract/lost-reasons/lost-reasons.ts'
import { addMonths, monthOf } from '#contract/reports/report-months.ts'
import { reportsApi, type SalesReport } from '#contract/reports/reports.ts'
import { type StoryEntry, storyApi } from '#contract/story/story.ts'
import { toDateIn } from '#contract/values/dates.ts'
import { aLeadForm, aMember, aSubscriber, fetchAllLeads, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

// The figures equal a naive recount of what the API says about each lead.

const app = await testApp()
const { call, clock, db } = app
const timezone = 'America/Sao_Paulo'
const current = monthOf(toDateIn(timezone, clock.now))
const period = { from: addMonths(current, -17), to: addMonths(current, -1) }

const sum = (leads: Lead[]) => ({
  count: leads.length,
  valor: Math.round(leads.reduce((total, { valorServico }) => total + valorServico * 100, 0)) / 100,
})
const decided = (leads: Lead[]) => ({
  won: sum(leads.filter(({ status }) => stageOf(status) === 'ganho')),
  lost: sum(leads.filter(({ status }) => stageOf(status) === 'perdido')),
})
const groupBy = <Key>(leads: Lead[], keyOf: (lead: Lead) => Key): [Key, Lead[]][] =>
  [...new Set(leads.map(keyOf))].map(key => [key, leads.filter(lead => keyOf(lead) === key)])

const median = (values: number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

interface Stay {
  stage: OpenStage
  seconds: number
  isExact: boolean
  hasAdvanced: boolean
}
const indexOf = (stage: string | null) => (openStages as readonly (string | null)[]).indexOf(stage)
const staysOf = (story: StoryEntry[]): Stay[] =>
  story
    .filter(({ kind, fromStage }) => kind === 'stage' && indexOf(fromStage) >= 0)
    .map(({ at, fromSince, fromStage, toStage, isFromSinceExact }) => ({
      stage: fromStage as OpenStage,
      seconds: (Date.parse(at) - Date.parse(fromSince ?? '')) / 1000,
      isExact: isFromSinceExact === true,
      hasAdvanced: indexOf(toStage) < 0 || indexOf(toStage) > indexOf(fromStage),
    }))

const recount = async (person: Person): Promise<SalesReport> => {
  const leads = await fetchAllLeads(app, person.token)
  const inPeriod = leads.filter(({ status, stageSince }) => {
    const month = monthOf(toDateIn(timezone, new Date(stageSince)))
    return ['ganho', 'perdido'].includes(stageOf(status)) && month >= period.from && month <= period.to
  })
  const stays = new Map<string, Stay[]>()
  for (const { _id } of inPeriod) {
    const query = { show: 'changes', limit: 100 }
    const { data } = await call(storyApi.list, { token: person.token, params: { id: _id }, query })
    stays.set(_id, staysOf(data.entries))
  }
  const furthest = inPeriod.map(({ _id, status }) =>
    stageOf(status) === 'ganho'
      ? openStages.length - 1
      : Math.max(
          0,
          ...(stays.get(_id) ?? [])
            .filter(({ seconds, isExact, hasAdvanced }) => !isExact || seconds >= 300 || hasAdvanced)
            .map(({ stage }) => indexOf(stage)),
        ),
  )
  const timeIn = (stage: OpenStage) =>
    [...stays.values()]
      .map(own => own.filter(stay => stay.stage === stage && stay.isExact && stay.seconds >= 300))
      .filter(own => own.length > 0)
      .map(own => own.reduce((total, { seconds }) => total + seconds, 0))
  const open = leads.filter(({ status }) => indexOf(stageOf(status)) >= 0)
  const expected = (has: (month: string | null) => boolean) =>
    sum(open.filter(({ dataFechamento }) => has(dataFechamento && monthOf(dataFechamento))))
  const months = (from: string, count: number) => Array.from({ length: count }, (_, index) => addMonths(from, index))
  const end = addMonths(current, 6)
  return {
    ...period,
    ...decided(inPeriod),
    months: months(period.from, 17).map(month => ({
      month,
      ...decided(inPeriod.filter(lead => monthOf(toDateIn(timezone, new Date(lead.stageSince))) === month)),
    })),
    members: groupBy(inPeriod, ({ userId }) => userId).map(([userId, own]) => ({ userId, ...decided(own) })),
    reasons: groupBy(
      inPeriod.filter(({ status }) => stageOf(status) === 'perdido'),
      ({ lostReasonId }) => lostReasonId,
    ).map(([reasonId, own]) => ({ reasonId, lost: sum(own) })),
    journey: {
      measured: inPeriod.length,
      won: decided(inPeriod).won.count,
      stages: openStages.map((stage, index) => ({
        stage,
        reached: furthest.filter(position => position >= index).length,
        medianSeconds: median(timeIn(stage)),
        timed: timeIn(stage).length,
      })),
    },
    forecast: [
      { when: 'overdue', month: null, ...expected(month => month !== null && month < current) },
      ...months(current, 6).map(month => ({ when: 'month' as const, month, ...expected(one => one === month) })),
      { when: 'later', month: null, ...expected(month => month !== null && month >= end) },
      { when: 'none', month: null, ...expected(month => month === null) },
    ],
  }
}

/** Ties have no order, and times in the database are finer than in the API. */
const comparable = ({ members, reasons, journey, ...report }: SalesReport) => ({
  ...report,
  members: members.toSorted((a, b) => `${a.userId}`.localeCompare(`${b.userId}`)),
  reasons: reasons.toSorted((a, b) => `${a.reasonId}`.localeCompare(`${b.reasonId}`)),
  journey: {
    ...journey,
    stages: journey.stages.map(({ medianSeconds, ...stage }) => ({
      ...stage,
      medianMinutes: medianSeconds === null ? null : Math.round(medianSeconds / 60),
    })),
  },
})

/** Moves a lead's history into the past: each stay gets a length, and the present one began some days ago. */
const age = async ({ account }: Person, { _id }: Lead, daysAgo: number, stays: number[]): Promise<void> => {
  await db.run(
    `with told as (
       select at, id, row_number() over (order by at) as n from story_entries
        where account_id = $1 and lead_id = $2 and kind = 'stage'),
     ends as (
       select t.at, t.id, now() - $3 * interval '1 day'
              - (select coalesce(sum(s.seconds), 0) from unnest($4::int[]) with ordinality s (seconds, n)
                  where s.n > t.n and s.n <= (select max(n) from told)) * interval '1 second' as new_at,
              ($4::int[])[t.n] * interval '1 second' as stay
         from told t)
     update story_entries e set at = new_at, from_since = new_at - stay from ends
      where e.account_id = $1 and e.lead_id = $2 and e.at = ends.at and e.id = ends.id`,
    [account._id, _id, daysAgo, stays],
  )
  await db.run(`update leads set stage_since = now() - $3 * interval '1 day' where account_id = $1 and id = $2`, [
    account._id,
    _id,
    daysAgo,
  ])
}

const cents = fc.integer({ min: 0, max: 9_000_000 }).map(centavos => centavos / 100)
const write = fc.record({
  lead: fc.nat(29),
  kind: fc.constantFrom('move', 'move', 'move', 'move', 'value', 'expect', 'reason', 'assign', 'remove', 'restore'),
  status: fc.constantFrom(...stages, 'ganho' as const, 'perdido' as const),
  who: fc.nat(3),
  valor: cents,
  months: fc.integer({ min: -3, max: 9 }),
})
const history = fc.record({
  daysAgo: fc.integer({ min: 0, max: 700 }),
  stays: fc.array(fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 600, max: 5_000_000 })), {
    minLength: 40,
    maxLength: 40,
  }),
})

it('figures of random histories equal a recount, for the owner and for a seller', async () => {
  const owner = await aSubscriber(app, 'enterprise')
  const sellers = [await aMember(app, owner, 'seller'), await aMember(app, owner, 'seller')]
  const { token } = owner
  const { reasons } = (await call(lostReasonsApi.list, { token })).data
  const leads = await Promise.all(
    Array.from({ length: 30 }, async () => (await call(leadsApi.create, { token, body: aLeadForm() })).data),
  )
  for (const { lead, kind, status, who, valor, months } of fc.sample(write, 400)) {
    const params = { id: leads[lead]?._id ?? '' }
    const to = [owner, ...sellers][who]?.member._id ?? null
    const expectedOn = who === 0 ? null : `${addMonths(current, months)}-15`
    if (kind === 'move') await call(leadsApi.update, { token, params, body: { status } })
    if (kind === 'value') await call(leadsApi.update, { token, params, body: { valorServico: valor } })
    if (kind === 'expect') await call(leadsApi.update, { token, params, body: { dataFechamento: expectedOn } })
    if (kind === 'reason')
      await call(lostReasonsApi.set, { token, params, body: { reasonId: reasons[who]?._id ?? null, note: null } })
    if (kind === 'assign') await call(leadsApi.assign, { token, body: { ids: [params.id], to } })
    if (kind === 'remove') await call(leadsApi.remove, { token, params })
    if (kind === 'restore') await call(leadsApi.restore, { token, params })
  }
  // Now and then, no random lead is won at the end.
  const params = { id: leads[0]?._id ?? '' }
  await call(leadsApi.restore, { token, params })
  await call(leadsApi.update, { token, params, body: { status: 'ganho' } })
  const histories = [{ daysAgo: 30, stays: Array(40).fill(3600) }, ...fc.sample(history, leads.length - 1)]
  for (const [index, lead] of leads.entries()) {
    const { daysAgo, stays } = histories[index] ?? { daysAgo: 0, stays: [] }
    await age(owner, lead, daysAgo, stays)
  }
  for (const person of [owner, ...sellers]) {
    const { data } = await call(reportsApi.sales, { token: person.token, query: period })
    expect(comparable(data)).toEqual(comparable(await recount(person)))
  }
  const { data } = await call(reportsApi.sales, { token, query: { from: addMonths(current, -40), to: current } })
  const { data: stats } = await call(leadsApi.stats, { token })
  expect([data.won.count, data.lost.count, data.won.valor]).toEqual([stats.ganho, stats.perdido, stats.valorFechados])
  expect(data.won.count).toBeGreaterThan(0)
  expect(data.journey.stages.some(({ timed }) => timed > 0)).toBe(true)
})
