import { useEffect, useLayoutEffect, useRef, useState } from 'react'

interface DebouncedInputOptions {
  /** What is in force, as drawn. */
  value: string
  /** The same as the address says it now: drawing may be late. */
  readCurrent: () => string
  onCommit: (value: string) => void
  delayMs: number
  /** What a draft means, for instance without the spaces around it; `undefined` while it means nothing yet. */
  parse?: (draft: string) => string | undefined
}

const asTyped = (draft: string): string | undefined => draft

/**
 * What is being typed. It waits for nothing, so no key is ever lost; it is committed when the typing pauses, and follows
 * the value when that changes elsewhere: Back, a cleared filter.
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
    // A link that was drawn before the commit, and pressed right after it, carried the old value along.
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
    /** At once: on Enter, and when the focus leaves. What means nothing is given up. */
    flush: () => {
      commit(draft)
      if (parse(draft) === undefined) setDraft(committed.current)
    },
  }
}
