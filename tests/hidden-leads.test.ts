import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isPermitted } from '#contract/policies.ts'
import { aLead, aLeadForm, aMember, aUser, type Person } from '#server/testing/factories.ts'
import { type CallOptions, testApp } from '#server/testing/test-app.ts'

// A seller who sees only their own leads must not learn which ids a colleague's leads have.

const app = await testApp()
const { call, db } = app

/** A lead of a colleague with a note, a contact and a lost reason, or ids that nothing has. */
interface Ids {
  lead: string
  note: string
  contact: string
}

const version = 1
const bodies: Record<string, (ids: Ids) => CallOptions> = {
  'leads.find': () => ({}),
  'leads.replace': () => ({ body: { ...aLeadForm(), status: 'ganho' } }),
  'leads.update': () => ({ body: { status: 'ganho' } }),
  'leads.remove': () => ({}),
  'leads.restore': () => ({}),
  'leads.take': () => ({}),
  'leads.restoreMany': ({ lead }) => ({ body: { ids: [lead] } }),
  'story.list': () => ({}),
  'story.setNextStep': () => ({ body: { step: null } }),
  'story.addNote': () => ({ body: { texto: 'Ligar amanhã' } }),
  'story.changeNote': ({ note }) => ({ params: { noteId: note }, body: { texto: 'Ligar amanhã' } }),
  'story.removeNote': ({ note }) => ({ params: { noteId: note } }),
  'story.addContact': () => ({ body: { channel: 'telefone' } }),
  'story.setOutcome': ({ contact }) => ({ params: { contactId: contact }, body: { outcome: 'respondeu' } }),
  'lostReasons.set': () => ({ body: { reasonId: null, note: 'Sem verba' } }),
  'duplicates.merge': () => ({ body: { version, others: [{ _id: randomUUID(), version }] } }),
  'bulk.move': ({ lead }) => ({ body: { ids: [lead], to: 'ganho' } }),
  'bulk.setLegalBasis': ({ lead }) => ({ body: { ids: [lead], to: 'contrato' } }),
  'bulk.remove': ({ lead }) => ({ body: { ids: [lead] } }),
}

const endpoints = Object.entries(api).flatMap(([group, members]) =>
  Object.entries<Endpoint>(members).map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
)

let owner: Person
let seller: Person
let colleague: Person

beforeAll(async () => {
  owner = await aUser(app)
  seller = await aMember(app, owner, 'seller')
  colleague = await aMember(app, owner, 'seller')
})

const aHiddenLead = async (status: 'novo-lead' | 'perdido' | 'removed'): Promise<Ids> => {
  const { _id: lead } = await aLead(app, colleague.token, status === 'perdido' ? { status } : {})
  const at = { token: colleague.token, params: { id: lead } }
  const note = await call(api.story.addNote, { ...at, body: { texto: 'Do colega' } })
  const contact = await call(api.story.addContact, { ...at, body: { channel: 'whatsapp' } })
  if (status === 'removed') await call(api.leads.remove, at)
  return { lead, note: note.data._id, contact: contact.data._id }
}
const noLead = (): Ids => ({ lead: randomUUID(), note: randomUUID(), contact: randomUUID() })

const headers = { 'x-request-id': 'hidden-leads-test' }

/** The whole response without ids and the time. */
const respond = async (endpoint: Endpoint, options: (ids: Ids) => CallOptions, ids: Ids) => {
  const { params, ...rest } = options(ids)
  const { raw } = await call(endpoint, { ...rest, headers, token: seller.token, params: { id: ids.lead, ...params } })
  const withoutIds = (text: string) => text.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
  const { date: _, ...others } = raw.headers
  return { status: raw.statusCode, headers: others, body: withoutIds(raw.payload) }
}

describe('for a seller, the response about a colleague’s lead is that about no lead', () => {
  it.each(Object.keys(bodies))('%s', async name => {
    const endpoint = endpoints.find(([one]) => one === name)?.[1] as Endpoint
    const options = bodies[name] as (ids: Ids) => CallOptions
    const about = await respond(endpoint, options, noLead())
    for (const status of ['novo-lead', 'perdido', 'removed'] as const) {
      const hidden = await aHiddenLead(status)
      const before = await db.row('select * from leads where id = $1', [hidden.lead])
      expect(await respond(endpoint, options, hidden)).toEqual(about)
      expect(await db.row('select * from leads where id = $1', [hidden.lead])).toEqual(before)
    }
  })

  it('covers every endpoint of one lead that sellers may call', () => {
    const caller = { user: seller.user, member: seller.member }
    const ofOneLead = endpoints.filter(
      ([, { path, access }]) => path.startsWith('/leads/:id') && access !== 'public' && isPermitted(access, caller),
    )
    expect(ofOneLead.map(([name]) => name).filter(name => !(name in bodies))).toEqual([])
  })
})
