import { useEffect, useRef, useState } from 'react'

interface DraftOptions {
  /** What is in force: in the address. */
  value: string
  onCommit: (value: string) => void
  delayMs: number
  /** What a draft means, for instance without the spaces around it; `undefined` while it means nothing yet. */
  read?: (draft: string) => string | undefined
}

const asTyped = (draft: string): string | undefined => draft

/**
 * What is being typed. It waits for nothing, so no key is ever lost; it is committed when the typing pauses, and follows
 * the value when that changes elsewhere: Back, a cleared filter.
 */
export const useDraft = ({ value, onCommit, delayMs, read = asTyped }: DraftOptions) => {
  const [draft, setDraft] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const seen = useRef(value)
  /** Committed and not yet come back as the value, oldest first. */
  const sent = useRef<string[]>([])

  useEffect(() => {
    const own = sent.current.lastIndexOf(value)
    if (own >= 0) sent.current.splice(0, own + 1)
    else if (value !== seen.current) {
      sent.current = []
      clearTimeout(timer.current)
      setDraft(value)
    }
    seen.current = value
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const commit = (typed: string) => {
    clearTimeout(timer.current)
    const next = read(typed)
    if (next === undefined || next === (sent.current.at(-1) ?? seen.current)) return
    sent.current.push(next)
    onCommit(next)
  }

  return {
    draft,
    change: (typed: string) => {
      setDraft(typed)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => commit(typed), delayMs)
    },
    /** At once: on Enter, and before the focus leaves for a link that carries the value along. */
    flush: () => {
      commit(draft)
      if (read(draft) === undefined) setDraft(seen.current)
    },
  }
}
