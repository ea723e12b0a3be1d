import { randomUUID } from 'node:crypto'
import { leadsApi } from '#contract/leads/leads.ts'
import { storyApi } from '#contract/story/story.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import {
  createdOnOnesOwn,
  managersWithAccess,
  ofOnesOwn,
  type Row,
  row,
  type Statuses,
  withAccess,
  withAccessNoContent,
} from './row.ts'

/** No account has this id, so those with permission get 404. */
const ofNoAccount: Statuses = [401, 404, 402, 404, 403, 403, 402, 403, 404, 404]

const ofLostLead =
  (app: TestApp): Row['request'] =>
  async (lead, caller) => {
    const params = { id: lead._id }
    await app.call(leadsApi.update, { params, token: caller?.token, body: { status: 'perdido' } })
    return { params, body: { reasonId: null, note: 'Sem verba' } }
  }

/** A contact that the caller opened with the lead, if they may. */
const ofContact =
  (app: TestApp): Row['request'] =>
  async (lead, caller) => {
    const params = { id: lead._id }
    const body = { channel: 'whatsapp' } as const
    const { status, data } = await app.call(storyApi.addContact, { params, body, token: caller?.token })
    const contactId = status === 201 ? data._id : randomUUID()
    return { params: { ...params, contactId }, body: { outcome: 'respondeu' } }
  }

export const salesRows = (app: TestApp) => ({
  'story.addContact': row(
    createdOnOnesOwn,
    lead => ({ params: { id: lead._id }, body: { channel: 'telefone' } }),
    'leads:write',
  ),
  'story.setOutcome': row(ofOnesOwn, ofContact(app), 'leads:write'),
  'templates.list': row(withAccess, undefined, 'leads:read'),
  'templates.save': row(managersWithAccess, () => ({
    params: { id: randomUUID() },
    body: { nome: 'Oi', texto: 'Olá, {nome}!' },
  })),
  'templates.remove': row(ofNoAccount, () => ({ params: { id: randomUUID() } })),
  'lostReasons.list': row(withAccess, undefined, 'leads:read'),
  'lostReasons.save': row(managersWithAccess, () => ({ params: { id: randomUUID() }, body: { nome: 'Preço' } })),
  'lostReasons.archive': row(ofNoAccount, () => ({ params: { id: randomUUID() } })),
  'lostReasons.set': row(ofOnesOwn, ofLostLead(app), 'leads:write'),
  'stageLimits.list': row(withAccess, undefined, 'leads:read'),
  'stageLimits.change': row(managersWithAccess, () => ({ body: { days: { negociacao: 10 } } })),
  'reports.sales': row(withAccess, undefined, 'leads:read'),
  'today.list': row(withAccess, undefined, 'leads:read'),
  'notifications.list': row(withAccess),
  'notifications.markRead': row(withAccessNoContent, () => ({ body: { ids: [randomUUID()] } })),
})
