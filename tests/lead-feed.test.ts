import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stages } from '#contract/leads/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { assignLeads } from '#server/leads/assign-leads.ts'
import { aLeadForm, aMember, anExportedLead, aUser, fetchAllLeads, type Person } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'

// Any sequence of writes by any member and endpoint leaves a feed that replays to the current board.

const app = await testApp()
const { call, db } = app

interface Team {
  owner: Person
  members: Person[]
  /** Ids of existing and removed leads. */
  ids: string[]
  /** Content of each version that a response has shown. */
  contents: Map<string, Lead>
}

const see = ({ ids, contents }: Team, lead: Lead | undefined): void => {
  if (!lead) return
  if (!ids.includes(lead._id)) ids.push(lead._id)
  const key = `${lead._id} ${lead.version}`
  expect(lead, 'one version, one content').toEqual(contents.get(key) ?? lead)
  contents.set(key, lead)
}

type Door = (team: Team, person: Person, id: string, status: (typeof stages)[number]) => Promise<unknown>

const at = (person: Person, id: string) => ({ token: person.token, params: { id } })
const seen = async (team: Team, response: Promise<{ status: number; data: Lead }>): Promise<void> => {
  const { status, data } = await response
  expect(status).toBeLessThan(500)
  see(team, status < 300 ? data : undefined)
}

const doors: Record<string, Door> = {
  create: (team, { token }, _, status) =>
    seen(team, call(leadsApi.create, { token, body: aLeadForm({ status, valorServico: 10 }) })),
  'create again': (team, { token }, id, status) =>
    seen(team, call(leadsApi.create, { token, body: { ...aLeadForm({ status }), _id: id } })),
  patch: (team, person, id, status) =>
    seen(team, call(leadsApi.update, { ...at(person, id), body: { nome: `Nome ${status}`, valorServico: 7 } })),
  put: (team, person, id, status) =>
    seen(team, call(leadsApi.replace, { ...at(person, id), body: { ...aLeadForm(), status, valorServico: 3 } })),
  move: (team, person, id, status) => seen(team, call(leadsApi.update, { ...at(person, id), body: { status } })),
  remove: (_, person, id) => call(leadsApi.remove, at(person, id)),
  'remove at a version': (_, person, id) =>
    call(leadsApi.remove, { ...at(person, id), headers: { 'if-match': '"2"' } }),
  restore: (team, person, id) => seen(team, call(leadsApi.restore, at(person, id))),
  sync: (team, { token }, id, status) => {
    const fresh = anExportedLead({ status })
    team.ids.push(fresh._id ?? '')
    return call(leadsApi.sync, { token, body: { leads: [anExportedLead({ _id: id, status }), fresh] } })
  },
  'sync what is missing': (_, { token }, id, status) =>
    call(leadsApi.sync, { token, body: { onlyMissing: true, leads: [anExportedLead({ _id: id, status })] } }),
  assign: ({ owner, members, ids }, { member }, id, status) =>
    assignLeads(
      db,
      { accountId: owner.account._id, userId: member._id, actor: { kind: 'user', id: member._id }, member },
      [id, ids[0] ?? id],
      [...members.map(other => other.member._id), null][stages.indexOf(status) % 4] ?? null,
    ),
  // Like every writer, locks the account first: a statement that locks a lead before it can deadlock with one that does not.
  'delete by hand': ({ owner }, _, id) =>
    db.transaction(async tx => {
      await tx.run('select from live where account_id = $1 for update', [owner.account._id])
      await tx.run('delete from leads where id = $1', [id])
    }),
}

const step = fc.record({
  door: fc.constantFrom(...Object.keys(doors)),
  who: fc.nat(2),
  pick: fc.nat(5),
  status: fc.constantFrom(...stages),
})
/** Writes of one batch run concurrently. */
const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 14 })

interface Change {
  seq: number
  entity: string
  entity_id: string
  kind: string
  version: number
  owner_before: string | null
  owner_after: string | null
  actor_kind: string
  actor_id: string | null
}

type Board = Map<string, { version: number; owner: string | null }>

/** Applies the feed like a client, and asserts that each row fits the state before it. */
const replay = (changes: Change[]): Board => {
  const board: Board = new Map()
  const versions = new Set<string>()
  changes.forEach(({ seq, entity, entity_id: id, kind, version, owner_before, owner_after }, index) => {
    expect(seq, 'no gaps').toBe(index + 1)
    if (entity === 'notification') return
    const before = board.get(id)
    expect(before?.owner ?? null).toBe(owner_before)
    if (kind === 'removed') {
      expect(before?.version).toBe(version)
      board.delete(id)
      return
    }
    expect(before === undefined, kind).toBe(kind === 'created' || kind === 'restored')
    if (before) expect(version).toBe(before.version + 1)
    expect(versions.has(`${id} ${version}`), `version ${version} twice`).toBe(false)
    versions.add(`${id} ${version}`)
    board.set(id, { version, owner: owner_after })
  })
  return board
}

const totals = `select owner_key, status, count, valor_centavos, bytes from lead_totals
  where account_id = $1 and count <> 0 order by 1, 2`
const recount = `select owner_key(user_id) as owner_key, status, count(*) as count,
    sum(valor_servico_centavos)::bigint as valor_centavos, sum(lead_bytes(leads))::bigint as bytes
  from leads where account_id = $1 group by 1, 2 order by 1, 2`

const expectAgreement = async (team: Team): Promise<void> => {
  const { owner, members, contents } = team
  const accountId = owner.account._id
  const changes = await db.rows<Change>('select * from changes where account_id = $1 order by seq', [accountId])
  const board = replay(changes)
  const leads = await fetchAllLeads(app, owner.token)
  for (const lead of leads) see(team, lead)
  const byId = (a: Lead, b: Lead) => (a._id < b._id ? -1 : 1)
  const replayed = [...board].map(([id, { version, owner: userId }]) => ({
    ...contents.get(`${id} ${version}`),
    userId,
  }))
  expect((replayed as Lead[]).toSorted(byId)).toEqual(leads.toSorted(byId))
  const signers = [null, ...members.map(({ member }) => member._id)]
  for (const { actor_kind: kind, actor_id: id } of changes) {
    expect(signers).toContain(id)
    expect(kind).toBe(id === null ? 'system' : 'user')
  }
  expect(await db.rows(totals, [accountId])).toEqual(await db.rows(recount, [accountId]))
  const twice = 'select from removed_leads join leads using (account_id, id) where account_id = $1'
  expect(await db.rows(twice, [accountId])).toEqual([])
  for (const { token, member } of members) {
    const visible = leads.filter(({ userId }) => member.team_role !== 'seller' || userId === member._id)
    expect((await fetchAllLeads(app, token)).toSorted(byId)).toEqual(visible.toSorted(byId))
    const stats = (await call(leadsApi.stats, { token })).data
    expect(stats.total).toBe(visible.length)
    expect(stats.valorTotal).toBe(visible.reduce((sum, { valorServico }) => sum + valorServico, 0))
  }
}

it('the feed replays to the board after any concurrent writes by any member', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async taken => {
      const owner = await aUser(app)
      const members = [owner, await aMember(app, owner, 'manager'), await aMember(app, owner, 'seller')]
      const team: Team = { owner, members, ids: [], contents: new Map() }
      for (const person of members) await doors.create?.(team, person, '', 'novo-lead')
      for (const batch of taken) {
        const ids = [...team.ids]
        await Promise.all(
          batch.map(({ door, who, pick, status }) =>
            doors[door]?.(team, members[who] ?? owner, ids[pick % ids.length] ?? '', status),
          ),
        )
      }
      await expectAgreement(team)
    }),
    { numRuns: 10 },
  )
})
