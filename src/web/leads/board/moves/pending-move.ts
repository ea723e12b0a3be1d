import { closingDateAfterMove } from '#contract/leads/closing-date.ts'
import { type LeadStatus, leadStatuses } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { toLocalDate, toUtcMidnight } from '#contract/values/dates.ts'

/** Fields that a move changes. The closing date changes only when a lead enters or leaves Ganho. */
export interface MovedFields {
  status: LeadStatus
  dataFechamento?: string | null
}

/** A stage change that the server has not confirmed. */
export interface PendingMove {
  /** Id of the lead. */
  id: string
  /** Fields before and after the move. */
  was: MovedFields
  now: MovedFields
  /** Version at the time of the move; for a retry, the version of the first attempt. */
  version: number
  /** An attempt got no response, so the server may have applied the move. */
  isRepeat?: boolean
  /** Whether the move undoes an earlier move. */
  isUndo?: boolean
  /** The lead as shown. Not stored, so absent after a reload. */
  lead?: Lead
}

/**
 * Creates a move. A lead that is won without a closing date closes today in the user's time zone; leaving Ganho clears
 * the date.
 */
export const createMove = (lead: Lead, to: LeadStatus, now: Date): PendingMove => {
  const { _id: id, version, status, dataFechamento } = lead
  const closing = closingDateAfterMove(lead, to, toUtcMidnight(toLocalDate(now)))
  if (closing === dataFechamento) return { id, version, lead, was: { status }, now: { status: to } }
  return { id, version, lead, was: { status, dataFechamento }, now: { status: to, dataFechamento: closing } }
}

const shownFields = ({ status, dataFechamento }: Lead, fields: MovedFields): MovedFields =>
  fields.dataFechamento === undefined ? { status } : { status, dataFechamento }

const takeBack = (move: MovedFields, lead: Lead): PendingMove => ({
  id: lead._id,
  version: lead.version,
  lead,
  was: shownFields(lead, move),
  now: move,
  isUndo: true,
})

/** Creates the move that undoes a confirmed move. */
export const undoOf = (move: PendingMove, moved: Lead): PendingMove => takeBack(move.was, moved)

/** Creates the same move based on the server's current lead. */
export const reapplyMove = (move: PendingMove, current: Lead, now: Date): PendingMove =>
  move.isUndo ? takeBack(move.now, current) : createMove(current, move.now.status, now)

/** Bases a move on the server state that an earlier failed move of the lead had seen. */
export const rebaseMove = (failed: PendingMove | undefined, move: PendingMove): PendingMove => {
  if (failed?.now.status !== move.was.status) return move
  const { status, dataFechamento = move.was.dataFechamento } = failed.was
  return {
    ...move,
    was:
      dataFechamento === undefined || move.was.dataFechamento === undefined ? { status } : { status, dataFechamento },
  }
}

/** Returns whether the lead already has the fields that the move would set. */
export const isSettled = ({ now, isUndo }: PendingMove, current: Lead): boolean =>
  now.status === current.status &&
  (!isUndo || now.dataFechamento === undefined || now.dataFechamento === current.dataFechamento)

/** Returns the fields to store, without the lead's personal data. */
export const toStoredMove = ({ lead: _, ...move }: PendingMove): PendingMove => move

const isStatus = (value: unknown): value is LeadStatus => leadStatuses.includes(value as LeadStatus)

const parseFields = (value: unknown): MovedFields | undefined => {
  const { status, dataFechamento } = (value ?? {}) as Record<string, unknown>
  if (!isStatus(status)) return undefined
  if (dataFechamento === null || typeof dataFechamento === 'string') return { status, dataFechamento }
  return { status }
}

/**
 * Parses a stored move, including the first release's format with the whole lead. Returns `undefined` for invalid
 * data.
 */
export const parseStoredMove = (value: unknown): PendingMove | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const stored = value as Record<string, unknown>
  const lead = stored.lead as Lead | undefined
  const [id, version] = [lead?._id ?? stored.id, lead?.version ?? stored.version]
  const now = parseFields(lead ? { status: stored.to, dataFechamento: stored.dataFechamento } : stored.now)
  const was = parseFields(lead ?? stored.was)
  if (typeof id !== 'string' || typeof version !== 'number' || !now || !was) return undefined
  const { status, dataFechamento = null } = was
  return {
    id,
    version,
    was: now.dataFechamento === undefined ? { status } : { status, dataFechamento },
    now,
    ...(stored.isRepeat === true && { isRepeat: true }),
    ...(stored.isUndo === true && { isUndo: true }),
  }
}
