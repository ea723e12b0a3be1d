import { expect } from 'vitest'
import type { LeadStatus } from '#contract/leads/lead-status.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import {
  createMove,
  isSettled,
  type PendingMove,
  parseStoredMove,
  reapplyMove,
  toStoredMove,
  undoOf,
} from '#web/leads/board/moves/pending-move.ts'
import { toFormValues } from '#web/leads/lead/form/lead-values.ts'
import type { Act, Person, Queued, Shown, World } from './world.ts'

const now = new Date('2026-11-20T12:00:00-03:00')

/** Returns the lead as shown, with the user's pending moves. */
const shownLead = ({ screen, queue }: Person): Lead | undefined => {
  const [status, dataFechamento] = [
    queue.at(-1)?.move.now.status,
    queue.findLast(({ move }) => move.now.dataFechamento !== undefined)?.move.now.dataFechamento,
  ]
  return screen && { ...screen, ...(status && { status }), ...(dataFechamento !== undefined && { dataFechamento }) }
}

const daysOf = (lead: Lead): Shown => {
  const { status, dataFechamento } = toFormValues(lead)
  return { status, dataFechamento }
}

export const queueMove =
  (to: LeadStatus): Act =>
  async (_, person) => {
    const lead = shownLead(person)
    if (!lead || lead.status === to) return
    const move = createMove(lead, to, now)
    // Restores the queue as a reload does.
    const stored = parseStoredMove(JSON.parse(JSON.stringify(toStoredMove(move))))
    expect(stored).toBeDefined()
    person.queue.push({ move: stored as PendingMove, shown: daysOf(lead) })
  }

const sendMove = (world: World, { move, shown }: Queued) =>
  world.write(shown, () =>
    world.call(leadsApi.update, {
      ...world.at,
      body: { ...move.now, ...(world.build.withoutWas ? {} : { was: move.was }) },
      headers: move.isRepeat ? { 'if-match': `"${move.version}"` } : {},
    }),
  )

/** Sends all pending moves. `insists` answers every conflict. */
export const flush =
  (insists: boolean, losesAnswer = false): Act =>
  async (world, person) => {
    for (let next = person.queue.shift(); next; next = person.queue.shift()) {
      const known = person.screen?.version ?? next.move.version
      const { status, data, error } = await sendMove(world, next)
      if (status === 200 && losesAnswer && !next.move.isRepeat) {
        person.queue.unshift({ ...next, move: { ...next.move, version: known, isRepeat: true } })
        return
      }
      if (status === 200) {
        person.screen = data
        person.undo = { move: undoOf(next.move, data), shown: daysOf(data) }
      }
      if (status !== 412) continue
      const current = error.lead as Lead
      person.screen = current
      if (isSettled(next.move, current) || !insists) continue
      person.queue.unshift({ move: reapplyMove(next.move, current, now), shown: daysOf(current) })
    }
  }

export const undoMove: Act = async (world, person) => {
  const { undo } = person
  person.undo = undefined
  if (!undo) return
  const { status, data, error } = await sendMove(world, undo)
  if (status === 200) person.screen = data
  if (status === 412) person.screen = error.lead as Lead
}
