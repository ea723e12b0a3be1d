import { useEffect, useLayoutEffect, useRef, useState } from 'react'

interface DebouncedInputOptions {
  /** Applied value of the last render. */
  value: string
  /** Reads the applied value from the URL, which may be newer than the last render. */
  readCurrent: () => string
  onCommit: (value: string) => void
  delayMs: number
  /** Converts the input, for example trims spaces; returns `undefined` for incomplete input. */
  parse?: (draft: string) => string | undefined
}

const asTyped = (draft: string): string | undefined => draft

/**
 * Holds input in local state, so that slow renders lose no key. Commits after a pause in typing and follows outside
 * changes of the value.
 */
export const useDebouncedInput = ({
  value,
  readCurrent,
  onCommit,
  delayMs,
  parse = asTyped,
}: DebouncedInputOptions) => {
  const [draft, setDraft] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const committed = useRef(value)
  const settled = useRef(value)

  useLayoutEffect(() => {
    if (value !== readCurrent()) return
    const before = settled.current
    settled.current = value
    if (value === committed.current) return
    // A link rendered before the commit and clicked right after it carries the old value.
    if (value === before) return onCommit(committed.current)
    committed.current = value
    clearTimeout(timer.current)
    setDraft(value)
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const commit = (typed: string) => {
    clearTimeout(timer.current)
    const next = parse(typed)
    if (next === undefined || next === committed.current) return
    committed.current = next
    onCommit(next)
  }

  return {
    draft,
    change: (typed: string) => {
      setDraft(typed)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => commit(typed), delayMs)
    },
    /** Commits at once, on Enter and on blur. Discards unparseable input. */
    flush: () => {
      commit(draft)
      if (parse(draft) === undefined) setDraft(committed.current)
    },
  }
}
