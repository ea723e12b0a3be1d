import type { Stage } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'

/** Where a card is dropped: on a stage, or on the member to be responsible, `null` for none. */
export type DropTarget = { stage: Stage } | { userId: string | null }

/** What dragging a card by mouse, pen or finger needs of the board. The object never changes. */
export interface CardDrag {
  leadOf: (id: string) => Lead | undefined
  /** Names of the members that leads can be assigned to, by id; `undefined` for users who may not. */
  members: () => ReadonlyMap<string, string> | undefined
  /** Called for every drop on a target, also the lead's own. */
  drop: (lead: Lead, on: DropTarget) => void
}
