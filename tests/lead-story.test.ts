import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type LeadStatus, type Stage, stageOf, stages } from '#contract/leads/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { type StoryEntry, storyApi } from '#contract/story/story.ts'
import { assignLeads } from '#server/leads/assign-leads.ts'
import { aLeadForm, aMember, anExportedLead, aUser, fetchAllLeads, type Person } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'

// Whichever way a lead changes its stage, its story has one entry for it, signed by whoever did it.

const app = await testApp()
const { call, db } = app

interface Move {
  from: Stage
  to: Stage
  by: string | null
}
/** A lead with the moves that its story must tell, oldest first. */
interface Tracked {
  lead: Lead
  /** Status before the last move, for its undo. */
  before: LeadStatus
  moves: Move[]
}

const at = (person: Person, { lead }: Tracked) => ({ token: person.token, params: { id: lead._id } })
const statusOf = async (reply: Promise<{ status: number; data: Lead }>): Promise<LeadStatus> => {
  const { status, data } = await reply
  expect(status).toBeLessThan(300)
  return data.status
}

/** Writes a lead in one of the ways of the product. Returns its status afterwards. */
type Door = (person: Person, tracked: Tracked, status: Stage, team: Person[]) => Promise<LeadStatus>
const doors: Record<string, Door> = {
  drag: (person, tracked, status) => {
    const was = { status: tracked.lead.status }
    return statusOf(call(leadsApi.update, { ...at(person, tracked), body: { status, was } }))
  },
  form: (person, tracked, status) =>
    statusOf(call(leadsApi.replace, { ...at(person, tracked), body: { ...aLeadForm(), status } })),
  patch: (person, tracked, status) =>
    statusOf(call(leadsApi.update, { ...at(person, tracked), body: { nome: 'Ana', valorServico: 7, status } })),
  'edit of other fields': (person, tracked, status) =>
    statusOf(call(leadsApi.update, { ...at(person, tracked), body: { nome: `Nome ${status}` } })),
  undo: (person, tracked) =>
    statusOf(call(leadsApi.update, { ...at(person, tracked), body: { status: tracked.before } })),
  sync: async ({ token }, { lead }, status) => {
    const leads = [anExportedLead({ _id: lead._id, status }), anExportedLead({ status })]
    expect((await call(leadsApi.sync, { token, body: { leads } })).data).toEqual({ restored: 2, erased: 0 })
    return status
  },
  'removal and restoration': async (person, tracked) => {
    await call(leadsApi.remove, at(person, tracked))
    return statusOf(call(leadsApi.restore, at(person, tracked)))
  },
  assignment: async ({ member, account }, { lead }, status, team) => {
    const to = team[stages.indexOf(status) % team.length]?.member._id ?? null
    const actor = { kind: 'user', id: member._id } as const
    await assignLeads(db, { accountId: account._id, userId: null, actor }, [lead._id], to)
    return lead.status
  },
}

const storyOf = async ({ token }: Person, lead: Lead): Promise<StoryEntry[]> => {
  const entries: StoryEntry[] = []
  for (let cursor = ''; ; ) {
    const query = { show: 'changes', limit: 100, ...(cursor && { cursor }) }
    const { data } = await call(storyApi.list, { token, params: { id: lead._id }, query })
    entries.push(...data.entries)
    if (data.nextCursor === null) return entries.toReversed()
    cursor = data.nextCursor
  }
}

const expectStory = async (owner: Person, { lead, moves }: Tracked, current: Lead): Promise<void> => {
  const story = await storyOf(owner, lead)
  const told = story.filter(({ kind }) => kind === 'stage')
  expect(told.map(({ fromStage, toStage, actor }) => [fromStage, toStage, actor?.member?._id])).toEqual(
    moves.map(({ from, to, by }) => [from, to, by]),
  )
  const replayed = story.reduce<Stage | null>((stage, { toStage }) => toStage ?? stage, null)
  expect(replayed).toBe(stageOf(current.status))
  // The stays follow each other without a gap, from the creation to the present one.
  const beginnings = [current.createdAt, ...told.map(({ at: moment }) => moment)]
  expect([...told.map(({ fromSince }) => fromSince), current.stageSince]).toEqual(beginnings)
  expect(beginnings).toEqual(beginnings.toSorted())
}

const step = fc.record({
  door: fc.constantFrom(...Object.keys(doors)),
  who: fc.nat(1),
  status: fc.constantFrom(...stages),
})

it('every way of moving a lead adds one signed entry, and 500 random writes replay to the board', async () => {
  const owner = await aUser(app)
  const team = [owner, await aMember(app, owner, 'manager')]
  const tracked = await Promise.all(
    Array.from({ length: 5 }, async (): Promise<Tracked> => {
      const { data: lead } = await call(leadsApi.create, { token: owner.token, body: aLeadForm() })
      return { lead, before: lead.status, moves: [] }
    }),
  )
  const rounds = fc.sample(fc.tuple(step, step, step, step, step), 100)
  for (const round of rounds) {
    await Promise.all(
      round.map(async ({ door, who, status }, index) => {
        const [one, person] = [tracked[index], team[who]]
        if (!one || !person) return
        const old = one.lead.status
        const now = await doors[door]?.(person, one, status, team)
        if (now === undefined || now === old) return
        if (stageOf(old) !== stageOf(now))
          one.moves.push({ from: stageOf(old), to: stageOf(now), by: person.member._id })
        one.before = old
        one.lead = { ...one.lead, status: now }
      }),
    )
  }
  const leads = await fetchAllLeads(app, owner.token)
  for (const one of tracked) {
    const current = leads.find(({ _id }) => _id === one.lead._id)
    expect(current).toBeDefined()
    if (current) await expectStory(owner, one, current)
  }
  const { count } = (await db.row<{ count: number }>(
    `select count(*) as count from story_entries where account_id = $1 and actor_kind is distinct from 'user'`,
    [owner.account._id],
  )) ?? { count: -1 }
  expect(count).toBe(0)
})
