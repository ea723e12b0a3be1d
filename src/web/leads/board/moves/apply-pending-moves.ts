import { stageOf } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { type BoardState, findLeadOnBoard, placeLead } from '../../board-state.ts'
import type { MovedFields, PendingMove } from './pending-move.ts'

/** A lead enters its new stage at once. The server tells the exact time. */
const enter = (lead: Lead, fields: MovedFields, now: Date): Lead =>
  stageOf(lead.status) === stageOf(fields.status)
    ? { ...lead, ...fields }
    : { ...lead, ...fields, stageSince: now.toISOString(), isStageSinceExact: true }

/** Applies pending moves to the server's board, in the order of the moves. */
export const applyPendingMoves = (board: BoardState, moves: readonly PendingMove[], now: Date): BoardState =>
  moves.reduce((shown, { id, now: fields, lead }) => {
    const current = findLeadOnBoard(shown, id)?.lead
    const base = current ?? lead
    return !base || current?.status === fields.status ? shown : placeLead(shown, enter(base, fields, now), lead)
  }, board)
