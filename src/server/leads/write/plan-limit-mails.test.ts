import { expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { runDueJobs } from '../../jobs/run-jobs.ts'
import { anExportedLead, aSubscriber, aUser, importLeads, type Person } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'
import { planLimitJob } from './plan-limit-mails.ts'

const app = await testApp()
const { call, clock, db, services } = app

const runHourly = async () => {
  clock.now = new Date(clock.now.getTime() + 60 * 60 * 1000)
  await runDueJobs(services, [planLimitJob(services)], console)
}
const addLeads = (person: Person, count: number) =>
  importLeads(
    app,
    person.token,
    Array.from({ length: count }, () => anExportedLead()),
  )
const mailsTo = async ({ user }: Person) => {
  const text = `select data from outbox where recipient = $1 and kind = 'plan-nearly-full' order by id`
  const rows = await db.rows<{ data: { used: number; limit: number } }>(text, [user.email])
  return rows.map(({ data }) => [data.used, data.limit])
}

it('the owner gets one mail when the leads come close to the limit of the plan', async () => {
  const person = await aSubscriber(app, 'basic')
  await addLeads(person, 89)
  await runHourly()
  expect(await mailsTo(person)).toEqual([])
  await addLeads(person, 3)
  await runHourly()
  await runHourly()
  expect(await mailsTo(person)).toEqual([[92, 100]])
})

it('the mail is sent again only after the leads were far below the limit', async () => {
  const person = await aSubscriber(app, 'basic')
  const leads = await addLeads(person, 90)
  await runHourly()
  for (const { _id } of leads.slice(0, 5)) await call(leadsApi.remove, { token: person.token, params: { id: _id } })
  await runHourly()
  await addLeads(person, 6)
  await runHourly()
  expect(await mailsTo(person)).toEqual([[90, 100]])
  for (const { _id } of leads.slice(5, 20)) await call(leadsApi.remove, { token: person.token, params: { id: _id } })
  await runHourly()
  await addLeads(person, 15)
  await runHourly()
  expect(await mailsTo(person)).toEqual([
    [90, 100],
    [91, 100],
  ])
})

it('accounts on trial and on plans without a limit get no mail', async () => {
  const people = [await aUser(app), await aSubscriber(app, 'pro')]
  for (const person of people) await addLeads(person, 95)
  await runHourly()
  for (const person of people) expect(await mailsTo(person)).toEqual([])
})
