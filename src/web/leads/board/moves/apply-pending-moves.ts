import { type BoardState, findLeadOnBoard, placeLead } from '../../board-state.ts'
import type { PendingMove } from './pending-move.ts'

/** Applies pending moves to the server's board, in the order of the moves. */
export const applyPendingMoves = (board: BoardState, moves: readonly PendingMove[]): BoardState =>
  moves.reduce((shown, { id, now, lead }) => {
    const current = findLeadOnBoard(shown, id)?.lead
    const base = current ?? lead
    return !base || current?.status === now.status ? shown : placeLead(shown, { ...base, ...now }, lead)
  }, board)
