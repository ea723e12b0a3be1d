import { randomUUID } from 'node:crypto'
import { leadsApi } from '#contract/leads/leads.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { managersWithAccess, ofOnesOwn, type Row, row, type Statuses, withAccess } from './row.ts'

/** No account has this id, so those with permission get 404. */
const ofNoAccount: Statuses = [401, 404, 402, 404, 403, 403, 402, 403, 404, 404]

const ofLostLead =
  (app: TestApp): Row['request'] =>
  async (lead, caller) => {
    const params = { id: lead._id }
    await app.call(leadsApi.update, { params, token: caller?.token, body: { status: 'perdido' } })
    return { params, body: { reasonId: null, note: 'Sem verba' } }
  }

export const salesRows = (app: TestApp) => ({
  'lostReasons.list': row(withAccess, undefined, 'leads:read'),
  'lostReasons.save': row(managersWithAccess, () => ({ params: { id: randomUUID() }, body: { nome: 'Preço' } })),
  'lostReasons.archive': row(ofNoAccount, () => ({ params: { id: randomUUID() } })),
  'lostReasons.set': row(ofOnesOwn, ofLostLead(app), 'leads:write'),
})
