import { useCallback, useState } from 'react'
import type { Lead, LeadFilters } from '#contract/leads/leads.ts'
import { noSelection, type Selection, selectLeads } from './selection.ts'

/** Holds the chosen leads across pages and tabs, until the filters change. */
export const useSelection = (filters: LeadFilters) => {
  const [stored, setStored] = useState({ filters, selection: noSelection })
  const change = useCallback(
    (work: (before: Selection) => Selection) =>
      setStored(before => ({
        filters,
        selection: work(before.filters === filters ? before.selection : noSelection),
      })),
    [filters],
  )
  return {
    selection: stored.filters === filters ? stored.selection : noSelection,
    select: useCallback(
      (leads: readonly Lead[], selected: boolean) => change(before => selectLeads(before, leads, selected)),
      [change],
    ),
    selectAll: useCallback(() => change(() => ({ ...noSelection, isAll: true })), [change]),
    /** With `only`, another selection that was begun meanwhile stays. */
    clear: useCallback(
      (only?: Selection) =>
        setStored(before => (only && before.selection !== only ? before : { ...before, selection: noSelection })),
      [],
    ),
  }
}
export type SelectionControls = ReturnType<typeof useSelection>
