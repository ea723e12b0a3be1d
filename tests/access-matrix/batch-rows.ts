import { randomUUID } from 'node:crypto'
import { bulkApi } from '#contract/bulk/bulk.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLeadForm } from '#server/testing/factories.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { managers, managersWithAccess, ofOnesOwn, type Row, row, withAccess } from './row.ts'

/** A move of the lead by the caller, if they may; for a lead of another account, a move that does not exist. */
const ofBulkMove =
  (app: TestApp): Row['request'] =>
  async ({ _id, userId }, caller) => {
    const { status, data } = await app.call(bulkApi.move, { body: { ids: [_id], to: 'ganho' }, token: caller?.token })
    return { params: { id: status === 200 && userId === caller?.member._id ? data._id : randomUUID() } }
  }

/** The lead with another one of the caller, if they may create one. */
const ofMerge =
  (app: TestApp): Row['request'] =>
  async ({ _id, version }, caller) => {
    const { status, data } = await app.call(leadsApi.create, { body: aLeadForm(), token: caller?.token })
    const other = status === 201 ? data : { _id: randomUUID(), version: 1 }
    return { params: { id: _id }, body: { version, others: [{ _id: other._id, version: other.version }] } }
  }

/** The lead and another one of the caller, if they may create one. */
const ofPair =
  (app: TestApp): Row['request'] =>
  async (lead, caller) => {
    const { body } = (await ofMerge(app)(lead, caller)) as { body: { others: { _id: string }[] } }
    return { body: { pairs: [[lead._id, body.others[0]?._id]] } }
  }

/** Rows of what changes several leads at once. */
export const batchRows = (app: TestApp) => ({
  'duplicates.list': row(withAccess, undefined, 'leads:read'),
  'duplicates.tellApart': row(ofOnesOwn, ofPair(app), 'leads:write'),
  'duplicates.takeBack': row(ofOnesOwn, ofPair(app), 'leads:write'),
  'duplicates.merge': row(ofOnesOwn, ofMerge(app), 'leads:write'),
  'bulk.move': row(withAccess, lead => ({ body: { ids: [lead._id], to: 'ganho' } }), 'leads:write'),
  'bulk.assign': row(managersWithAccess, lead => ({ body: { ids: [lead._id], to: null } }), 'leads:write'),
  'bulk.setLegalBasis': row(withAccess, lead => ({ body: { ids: [lead._id], to: 'contrato' } }), 'leads:write'),
  'bulk.remove': row(withAccess, lead => ({ body: { ids: [lead._id] } }), 'leads:write'),
  'bulk.export': row(managers, lead => ({ body: { ids: [lead._id] } }), 'leads:read'),
  'bulk.undo': row(ofOnesOwn, ofBulkMove(app), 'leads:write'),
})
