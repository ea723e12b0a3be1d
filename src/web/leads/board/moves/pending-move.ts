import { toLocalDate, toUtcMidnight } from '#contract/dates.ts'
import { type LeadStatus, leadStatuses, stageOf, wonStage } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'

/** What a move changes of a lead: the closing date only where winning or losing the win does. */
export interface MovedFields {
  status: LeadStatus
  dataFechamento?: string | null
}

/** A change of stage that the server has not confirmed yet. */
export interface PendingMove {
  /** Of the lead. */
  id: string
  /** What the screen showed, and what it becomes: the same fields. */
  was: MovedFields
  now: MovedFields
  /** The lead's version then; of a move that went out in vain, the one that it went out over. */
  version: number
  /** It went out once and no answer came: perhaps it has been made. */
  isRepeat?: boolean
  /** Takes an earlier move back. */
  isUndo?: boolean
  /** The lead as it was shown. Not kept: after a reload nothing but the move itself is known. */
  lead?: Lead
}

const closingDateAfter = (lead: Lead, to: LeadStatus, now: Date): string | null => {
  const [isWon, becomesWon] = [stageOf(lead.status) === wonStage, stageOf(to) === wonStage]
  if (isWon && !becomesWon) return null
  return becomesWon ? (lead.dataFechamento ?? toUtcMidnight(toLocalDate(now))) : lead.dataFechamento
}

/**
 * A won lead without a closing date closes today, the person's own day. One that is won no longer has none: the next win
 * gets its own.
 */
export const createMove = (lead: Lead, to: LeadStatus, now: Date): PendingMove => {
  const { _id: id, version, status, dataFechamento } = lead
  const closing = closingDateAfter(lead, to, now)
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

/** What takes a move back that the server has answered: a move itself, which saw that answer. */
export const undoOf = (move: PendingMove, moved: Lead): PendingMove => takeBack(move.was, moved)

/** The same wish, by somebody who has seen what became of the lead elsewhere. */
export const reapplyMove = (move: PendingMove, current: Lead, now: Date): PendingMove =>
  move.isUndo ? takeBack(move.now, current) : createMove(current, move.now.status, now)

/** A move that was made on top of one that failed: what the person saw of the server is what that one saw. */
export const rebaseMove = (failed: PendingMove | undefined, move: PendingMove): PendingMove => {
  if (failed?.now.status !== move.was.status) return move
  const { status, dataFechamento = move.was.dataFechamento } = failed.was
  return {
    ...move,
    was:
      dataFechamento === undefined || move.was.dataFechamento === undefined ? { status } : { status, dataFechamento },
  }
}

/** The lead is where the move wanted it, by whatever way: nothing is left to be done or asked. */
export const isSettled = ({ now, isUndo }: PendingMove, current: Lead): boolean =>
  now.status === current.status &&
  (!isUndo || now.dataFechamento === undefined || now.dataFechamento === current.dataFechamento)

/** What is kept of a move that waits: what is needed to send it, and nothing of the person in the lead. */
export const toStoredMove = ({ lead: _, ...move }: PendingMove): PendingMove => move

const isStatus = (value: unknown): value is LeadStatus => leadStatuses.includes(value as LeadStatus)

const parseFields = (value: unknown): MovedFields | undefined => {
  const { status, dataFechamento } = (value ?? {}) as Record<string, unknown>
  if (!isStatus(status)) return undefined
  if (dataFechamento === null || typeof dataFechamento === 'string') return { status, dataFechamento }
  return { status }
}

/** A kept move; also as the first release kept it, with the whole lead as it was seen. `undefined` when it is neither. */
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
