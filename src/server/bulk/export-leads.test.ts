import { describe, expect, it } from 'vitest'
import { bulkApi } from '#contract/bulk/bulk.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { aLead, aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call } = app
const ids = (leads: readonly Lead[]) => leads.map(({ _id }) => _id)

describe('POST /leads/bulk/export', () => {
  it.each([
    ['by id', (leads: Lead[]) => ({ ids: ids(leads.slice(1)) })],
    [
      'by filter, without deselected ones',
      (leads: Lead[]) => ({ filters: { search: 'lead' }, except: [leads[0]?._id] }),
    ],
  ])('returns the chosen leads as a file (%s)', async (_, choiceOf) => {
    const owner = await aUser(app)
    const leads = [
      await aLead(app, owner.token, { nome: 'Lead A' }),
      await aLead(app, owner.token, { nome: 'Lead B' }),
      await aLead(app, owner.token, { nome: 'Lead C' }),
    ]
    const body = { ...choiceOf(leads), format: 'json' }
    const { raw } = await call(bulkApi.export, { token: owner.token, body })
    expect(
      raw
        .json()
        .leads.map(({ nome }: Lead) => nome)
        .toSorted(),
    ).toEqual(['Lead B', 'Lead C'])
    const other = await call(bulkApi.export, { token: (await aUser(app)).token, body: { ids: ids(leads) } })
    expect(other.raw.body.trim().split('\n')).toHaveLength(1)
  })
})
