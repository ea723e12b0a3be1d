import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'

/** Chosen leads. With `isAll`, all that match the filters, also those of other pages. */
export interface Selection {
  isAll: boolean
  /** Names by id of the chosen leads; with `isAll`, of those left out. */
  names: ReadonlyMap<string, string>
}

export const noSelection: Selection = { isAll: false, names: new Map() }

export const isSelected = ({ isAll, names }: Selection, { _id }: Pick<Lead, '_id'>): boolean => names.has(_id) !== isAll

export const countSelected = ({ isAll, names }: Selection, matching: number): number =>
  isAll ? Math.max(0, matching - names.size) : names.size

/** Takes leads that are gone from the list out of a selection. */
export const dropLeads = (selection: Selection, gone: Selection): Selection => {
  if (gone.isAll) return noSelection
  if (selection.isAll) return selection
  return { ...selection, names: new Map([...selection.names].filter(([id]) => !gone.names.has(id))) }
}

export const selectLeads = (selection: Selection, leads: readonly Lead[], selected: boolean): Selection => {
  const names = new Map(selection.names)
  for (const lead of leads) {
    if (selected === selection.isAll) names.delete(lead._id)
    else names.set(lead._id, leadName(lead))
  }
  return { ...selection, names }
}
