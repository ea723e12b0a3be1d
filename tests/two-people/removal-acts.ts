import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import { toFormValues } from '#web/leads/lead/form/lead-values.ts'
import type { Act } from './world.ts'

/** Deletes the lead as shown. `insists` answers every conflict. */
export const remove =
  (insists: boolean): Act =>
  async (world, person) => {
    let lead = person.screen
    if (!lead) return
    for (let tries = 0; tries < 2; tries++) {
      const seen: Lead = lead
      const { status, error } = await world.write(toFormValues(seen), () =>
        world.call(leadsApi.remove, {
          ...world.at,
          headers: world.build.withoutIfMatch ? {} : { 'if-match': `"${seen.version}"` },
        }),
      )
      if (status === 204) person.removed = seen
      if (status !== 412) {
        person.screen = undefined
        return
      }
      lead = error.lead as Lead
      person.screen = lead
      if (!insists) return
    }
  }

export const undoRemoval: Act = async (world, person) => {
  const { removed } = person
  person.removed = undefined
  if (!removed) return
  await world.write({}, () => world.call(leadsApi.restore, { token: world.at.token, params: { id: removed._id } }))
}
