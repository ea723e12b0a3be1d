import { afterEach, describe, expect, it } from 'vitest'
import { openStages } from '#contract/leads/lead-status.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { stageLimitsApi } from '#contract/stage-limits/stage-limits.ts'
import { storyApi } from '#contract/story/story.ts'
import { teamApi } from '#contract/team/team.ts'
import { todayApi } from '#contract/today/today.ts'
import { toDateIn } from '#contract/values/dates.ts'
import { listWonStays } from '../stage-limits/store.ts'
import { countReadBlocks } from '../testing/count-read-blocks.ts'
import { aLead, aMember, aUser, type Person } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { listToday } from './store.ts'

const app = await testApp()
const { call, clock, db } = app
const realNow = clock.now
afterEach(() => {
  clock.now = realNow
})

const dayMs = 24 * 60 * 60 * 1000
const dayFromNow = (days: number) => toDateIn('America/Sao_Paulo', new Date(clock.now.getTime() + days * dayMs))

const aNamedLead = (person: Person, nome: string, status = 'negociacao') =>
  aLead(app, person.token, { nome, status } as object)
const plan = async (
  person: Person,
  nome: string,
  day: string,
  { time = null as string | null, status = 'negociacao' } = {},
) => {
  const { _id: id } = await aNamedLead(person, nome, status)
  const step = { kind: 'ligar', day, time, texto: null }
  await call(storyApi.setNextStep, { token: person.token, params: { id }, body: { step } })
  return id
}
const enteredDaysAgo = (person: Person, id: string, days: number) =>
  db.run(`update leads set stage_since = now() - $3 * interval '1 day' where account_id = $1 and id = $2`, [
    person.account._id,
    id,
    days,
  ])

/** Names of the leads in each group that has some. */
const todayOf = async ({ token }: Person) => {
  const { groups } = (await call(todayApi.list, { token })).data
  return Object.fromEntries(
    groups.filter(({ total }) => total > 0).map(({ group, leads }) => [group, leads.map(({ nome }) => nome)]),
  )
}

describe('today', () => {
  it('has each lead in the first group that fits, most urgent first', async () => {
    const person = await aUser(app)
    await call(stageLimitsApi.change, { token: person.token, body: { days: { negociacao: 3 } } })
    const late = await plan(person, 'Atrasada', dayFromNow(-1))
    await plan(person, 'Mais atrasada', dayFromNow(-4), { status: 'perdido' })
    await plan(person, 'Hoje à tarde', dayFromNow(0), { time: '14:30' })
    await plan(person, 'Hoje', dayFromNow(0))
    await plan(person, 'Hoje cedo', dayFromNow(0), { time: '08:00', status: 'ganho' })
    const waiting = await plan(person, 'Amanhã', dayFromNow(1))
    const { _id: stalled } = await aNamedLead(person, 'Parada')
    const { _id: older } = await aNamedLead(person, 'Mais parada')
    await aNamedLead(person, 'Sem passo')
    await aNamedLead(person, 'Nova', 'novo-lead')
    await aNamedLead(person, 'Ganha', 'ganho')
    await aNamedLead(person, 'Perdida', 'perdido')
    const { _id: free } = await aNamedLead(person, 'De ninguém')
    await call(leadsApi.assign, { token: person.token, body: { ids: [free], to: null } })
    for (const [id, days] of [
      [late, 40],
      [waiting, 40],
      [stalled, 20],
      [older, 30],
      [free, 40],
    ] as const)
      await enteredDaysAgo(person, id, days)
    expect(await todayOf(person)).toEqual({
      late: ['Mais atrasada', 'Atrasada'],
      today: ['Hoje cedo', 'Hoje à tarde', 'Hoje'],
      stalled: ['Mais parada', 'Parada'],
      'no-step': ['Sem passo', 'Nova'],
      unassigned: ['De ninguém'],
    })
  })

  it('shows each member their own leads, and unassigned ones to those who may take them', async () => {
    const owner = await aUser(app)
    const seller = await aMember(app, owner, 'seller')
    await plan(owner, 'Do dono', dayFromNow(0))
    await plan(seller, 'Do vendedor', dayFromNow(0))
    const { _id: free } = await aNamedLead(owner, 'De ninguém')
    await call(leadsApi.assign, { token: owner.token, body: { ids: [free], to: null } })
    const settings = (sellers_see: string, sellers_take_unassigned: boolean) => {
      const body = { nome: 'Padaria', timezone: 'America/Sao_Paulo', sellers_see, sellers_take_unassigned }
      return call(teamApi.changeSettings, { token: owner.token, body })
    }
    expect(await todayOf(owner)).toEqual({ today: ['Do dono'], unassigned: ['De ninguém'] })
    await settings('all', false)
    expect(await todayOf(seller)).toEqual({ today: ['Do vendedor'] })
    await settings('own', true)
    expect(await todayOf(seller)).toEqual({ today: ['Do vendedor'], unassigned: ['De ninguém'] })
    await call(leadsApi.take, { token: seller.token, params: { id: free } })
    expect(await todayOf(seller)).toEqual({ today: ['Do vendedor'], 'no-step': ['De ninguém'] })
    expect(await todayOf(owner)).toEqual({ today: ['Do dono'] })
  })

  it.each([
    ['America/Rio_Branco', '-05:00'],
    ['America/Noronha', '-02:00'],
  ])('begins at midnight in %s, wherever the server is', async (timezone, offset) => {
    process.env.TZ = 'Asia/Tokyo'
    const person = await aUser(app)
    const body = { nome: 'Padaria', timezone, sellers_see: 'own', sellers_take_unassigned: false }
    await call(teamApi.changeSettings, { token: person.token, body })
    await plan(person, 'Maria', '2026-11-24')
    await db.run(`update accounts set trial_end = '2027-12-31' where id = $1`, [person.account._id])
    const at = async (instant: string) => {
      clock.now = new Date(instant)
      await db.run('update sessions set last_seen_at = $2, created_at = $2 where account_id = $1', [
        person.account._id,
        clock.now,
      ])
      return Object.keys(await todayOf(person))
    }
    expect(await at(`2026-11-23T23:59:00${offset}`)).toEqual([])
    expect(await at(`2026-11-24T00:01:00${offset}`)).toEqual(['today'])
    expect(await at(`2026-11-24T23:59:00${offset}`)).toEqual(['today'])
    expect(await at(`2026-11-25T00:01:00${offset}`)).toEqual(['late'])
  })

  it('counts at most 100 leads of a group and returns the first 20', async () => {
    const person = await aUser(app)
    await fill(person, 220)
    const { groups } = (await call(todayApi.list, { token: person.token })).data
    expect(groups.map(({ total, leads }) => [total, leads.length])).toEqual([
      [55, 20],
      [55, 20],
      [0, 0],
      [55, 20],
      [0, 0],
    ])
    await fill(person, 220)
    expect((await call(todayApi.list, { token: person.token })).data.groups[0]?.total).toBe(100)
  })

  it('reads as little with 20,000 leads as with 1,000', async () => {
    const [small, large] = [await aUser(app), await aUser(app)]
    await fill(small, 1000)
    await fill(large, 20_000)
    await db.run('analyze leads')
    const blocks = (person: Person) =>
      countReadBlocks(db, async reader => {
        const stalledBefore = Object.fromEntries(openStages.map(stage => [stage, new Date().toISOString()]))
        const query = { userId: person.member._id, day: dayFromNow(0), stalledBefore, mayTake: true, limit: 20 }
        await listToday(reader, { accountId: person.account._id }, query)
        await listWonStays(reader, person.account._id)
      })
    const few = await blocks(small)
    expect(few).toBeGreaterThan(0)
    expect(await blocks(large)).toBeLessThan(2 * few)
  })
})

/** Adds leads: a quarter each with a late step, one for today, one for later, and none. */
const fill = ({ account, member }: Person, count: number) =>
  db.run(
    `insert into leads (account_id, id, user_id, nome, negocio, telefone, email, descricao_servico, valor_servico_centavos,
                        status, stage, data_prospeccao, busca, next_step_kind, next_step_day)
     select $1, gen_random_uuid(), $2, 'Lead ' || n, '', '', '', '', 100, s.stage, s.stage, '2026-01-01', '',
            case when n % 4 < 3 then 'ligar' end,
            case n % 4 when 0 then $4::date - n % 50 - 1 when 1 then $4::date when 2 then $4::date + n % 50 + 1 end
       from generate_series(1, $3) n
       join unnest('{novo-lead,qualificando,contato-estabelecido,proposta-enviada,negociacao}'::text[])
            with ordinality s (stage, place) on s.place = n / 4 % 5 + 1`,
    [account._id, member._id, count, dayFromNow(0)],
  )
