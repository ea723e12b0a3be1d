import type { ReactNode } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { normalizeForSearch } from '#contract/values/text.ts'

/** What the palette asks for next. */
export type Step =
  | { kind: 'all' }
  | { kind: 'choose-lead'; for: 'move' | 'assign' }
  | { kind: 'move' | 'assign'; lead: Lead }

export interface Command {
  id: string
  group: string
  label: string
  /** Further words by which it is found. */
  detail?: string
  icon: ReactNode
  /** Ends the palette, unless it returns the next step. */
  run: () => Step | undefined
}

/** Returns the commands that contain every word, in their order. */
export const matchCommands = (commands: readonly Command[], text: string): Command[] => {
  const words = normalizeForSearch(text).split(/\s+/).filter(Boolean)
  return commands.filter(({ label, detail = '' }) => {
    const known = normalizeForSearch(`${label} ${detail}`)
    return words.every(word => known.includes(word))
  })
}
