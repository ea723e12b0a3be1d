import { expect, it } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { aUser } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { token } = await aUser(app)
const restore = (body: string) =>
  app.call(leadsApi.sync, { token, headers: { 'content-type': 'application/json' }, body })

const bodyWith = (unknown: string) => `{"unknown":${unknown},"leads":[]}`
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

it.each([
  ['small', ''],
  ['large', ' '.repeat(100_000)],
])('a %s body is rejected when it nests deeper than 100 levels', async (_, padding) => {
  expect((await restore(padding + bodyWith(nested(99)))).status).toBe(200)
  const { status, error } = await restore(padding + bodyWith(nested(100)))
  expect([status, error.code]).toEqual([400, 'validation_failed'])
})

it.each([
  ['values beside each other', `[${Array(200).fill('[{}]').join()}]`],
  ['brackets in a text', JSON.stringify('[{'.repeat(200))],
  ['brackets after an escaped quotation mark', JSON.stringify(`"${'[{'.repeat(200)}`)],
  ['brackets after an escaped backslash', `["\\\\",${JSON.stringify('['.repeat(200))}]`],
])('%s are no levels', async (_, unknown) => {
  expect((await restore(bodyWith(unknown))).status).toBe(200)
})
