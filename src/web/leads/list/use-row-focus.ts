import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import type { Lead } from '#contract/leads.ts'

/** When the row that holds the focus goes, the focus goes to the row in its place. Rows carry `data-row`. */
export const useRowFocus = (list: RefObject<HTMLElement | null>, leads: readonly Lead[] | undefined) => {
  const focused = useRef<number>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the rows that may have taken the focus
  useEffect(() => {
    if (focused.current === undefined || document.activeElement !== document.body) return
    const rows = list.current?.querySelectorAll('[data-row]') ?? []
    rows[Math.min(focused.current, rows.length - 1)]?.querySelector('button')?.focus()
  }, [list, leads])

  return {
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest('[data-row]')
      focused.current = row ? [...(list.current?.querySelectorAll('[data-row]') ?? [])].indexOf(row) : undefined
    },
    // A row that is removed says nothing; whoever leaves one by choice does.
    onBlur: () => {
      focused.current = undefined
    },
  }
}
