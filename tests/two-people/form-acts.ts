import { type Lead, LeadForm } from '#contract/leads/lead.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { loadDraft, saveDraft } from '#web/forms/form-draft.ts'
import { differences, type LeadField, mergeUntouched, mergeVersions } from '#web/leads/lead/form/lead-conflict.ts'
import { toFormValues } from '#web/leads/lead/form/lead-values.ts'
import type { Act } from './world.ts'

export const openForm: Act = async (world, person) => {
  const base = await world.stored()
  if (!base) return
  person.screen = base
  person.form = { base, seen: toFormValues(base), mine: toFormValues(base), shown: {} }
}

export const write =
  (field: 'nome' | 'negocio' | 'status', value: string): Act =>
  async (_, { form }) => {
    if (!form) return
    // Fields that the user edited keep the value seen before; all other fields count as seen now.
    if (form.mine[field] === form.seen[field]) form.shown[field] = form.seen[field]
    form.mine = { ...form.mine, [field]: value }
  }

/** Reloads the page: the draft is applied to the fresh lead. */
export const reload: Act = async (world, person) => {
  const { form } = person
  const fresh = await world.stored()
  if (!form || !fresh) return
  const stored = toFormValues(fresh)
  saveDraft('somebody', 'lead', { version: form.base.version, seen: form.seen, values: form.mine })
  const draft = loadDraft('somebody', 'lead', stored)
  person.screen = fresh
  form.base = fresh
  if (world.build.draftOfAllFields) form.seen = stored
  else {
    form.seen = { ...stored, ...draft?.seen }
    form.mine = { ...stored, ...draft?.typed }
  }
}

type Choice = 'mine' | 'suggested' | 'back'

export const save =
  (choice: Choice): Act =>
  async (world, person) => {
    const { form } = person
    if (!form) return
    let theirs: Lead | undefined =
      differences(form.seen, form.mine, toFormValues(form.base)).length > 0 ? form.base : undefined
    for (let tries = 0; tries < 4; tries++) {
      if (theirs) {
        const stored = toFormValues(theirs)
        const conflicts = differences(form.seen, form.mine, stored)
        form.base = theirs
        if (choice === 'back') {
          const next = mergeUntouched(form.seen, form.mine, stored)
          for (const field of Object.keys(stored) as LeadField[]) {
            if (next.mine[field] === next.seen[field]) delete form.shown[field]
            // Fields that only this user changed have no newer value to see.
            else if (!conflicts.some(one => one.field === field)) form.shown[field] = stored[field]
          }
          Object.assign(form, next)
          return
        }
        const sides = Object.fromEntries(
          conflicts.map(({ field, suggested }) => [field, choice === 'mine' ? ('mine' as const) : suggested]),
        )
        form.mine = mergeVersions(form.mine, stored, sides)
        for (const { field } of conflicts) form.shown[field] = stored[field]
        form.seen = stored
      }
      const { base, mine, shown } = form
      const reply = await world.write(shown, () =>
        world.call(leadsApi.replace, {
          ...world.at,
          body: LeadForm.parse({ ...mine, valorServico: mine.valorServico ?? 0 }),
          headers: world.build.withoutIfMatch ? {} : { 'if-match': `"${base.version}"` },
        }),
      )
      if (reply.status === 404) return
      if (reply.status === 200) {
        person.screen = reply.data
        person.form = undefined
        return
      }
      theirs = reply.error.lead as Lead
    }
  }
