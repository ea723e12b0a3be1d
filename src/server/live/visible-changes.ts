import type { Lead } from '#contract/leads/leads.ts'
import type { LiveChange } from '#contract/live/live.ts'
import { type LeadView, seesLeadOf } from '../leads/read/visibility.ts'
import { maxUnsentBytes, toEvent } from './event-stream.ts'
import type { ChangeRow } from './store.ts'

/** Changes that a stream shows. */
export interface Scope {
  view: LeadView
  /** With a plan without live updates of the team: the only member whose changes are shown, next to those of no member. */
  onlyBy?: string
}

const byOf = ({ actor_kind, actor_id }: ChangeRow): string | null => (actor_kind === 'user' ? actor_id : null)

const existedBefore = ({ kind }: LeadChange): boolean => kind !== 'created' && kind !== 'restored'

const kindOf = ({ entity, kind, owner_before, owner_after }: LeadChange): LiveChange['kind'] =>
  entity === 'lead' && kind === 'changed' && owner_before !== owner_after ? 'assigned' : kind

type LeadChange = ChangeRow & {
  entity: 'lead' | 'story'
  entity_id: string
  kind: Exclude<ChangeRow['kind'], 'bulk'>
}

const isOfLead = (change: ChangeRow): change is LeadChange => change.entity_id !== null

/** Returns the event that tells a member of new notifications, if there are any. */
export const notificationEvent = (memberId: string, changes: readonly ChangeRow[]): string => {
  const own = changes.findLast(({ entity, owner_after }) => entity === 'notification' && owner_after === memberId)
  return own ? toEvent('notification', null, own.seq) : ''
}

/**
 * Returns a change as a member sees it, with the lead as it is stored now. A lead that the member saw before and sees no longer
 * has left. Returns `undefined` for changes that the member must not learn of.
 */
const toVisibleChange = (change: LeadChange, lead: Lead | undefined, view: LeadView): LiveChange | undefined => {
  const { entity, entity_id: id, owner_before } = change
  const by = byOf(change)
  const kind = kindOf(change)
  const isVisible = lead !== undefined && seesLeadOf(view, lead.userId)
  if (entity === 'story') return isVisible ? { entity, kind, id, by, lead: null } : undefined
  if (kind !== 'removed' && isVisible) return { entity, kind, id, by, lead }
  if (!existedBefore(change) || !seesLeadOf(view, owner_before)) return undefined
  return { entity, kind: kind === 'removed' ? kind : 'left', id, by, lead: null }
}

const isInScope = (change: ChangeRow, { onlyBy }: Scope): boolean => {
  const by = byOf(change)
  return onlyBy === undefined || by === null || by === onlyBy
}

/**
 * Returns the events of the changes that a stream shows. A bulk change, or more than a stream may have unsent, becomes a resync:
 * a client that is dropped for a backlog would get the same backlog again.
 */
export const eventsFor = (scope: Scope, changes: readonly ChangeRow[], leads: ReadonlyMap<string, Lead>): string => {
  const shown = changes.filter(change => change.entity !== 'notification' && isInScope(change, scope))
  const last = shown.at(-1)
  if (!last) return ''
  const events = shown.filter(isOfLead).flatMap(change => {
    const visible = toVisibleChange(change, leads.get(change.entity_id), scope.view)
    return visible ? [toEvent('change', visible, change.seq)] : []
  })
  const text = events.join('')
  return shown.every(isOfLead) && text.length <= maxUnsentBytes / 2 ? text : toEvent('resync', null, last.seq)
}
