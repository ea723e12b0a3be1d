import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to the next row when the focused row disappears. Rows need `data-row`. */
export const useRowFocus = (list: RefObject<HTMLElement | null>, leads: readonly object[] | undefined) => {
  const focused = useRef<number>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the rows may have removed the focused row
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
    // Removing a focused row fires no blur, so blur means that the user moved on.
    onBlur: () => {
      focused.current = undefined
    },
  }
}
