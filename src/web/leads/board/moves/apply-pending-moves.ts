import { type BoardState, findLeadOnBoard, placeLead } from '../../board-state.ts'
import type { PendingMove } from './pending-move.ts'

/** What the person sees: the server's board with the moves that are still on their way, in the order they were made. */
export const applyPendingMoves = (board: BoardState, moves: readonly PendingMove[]): BoardState =>
  moves.reduce((shown, { id, now, lead }) => {
    const current = findLeadOnBoard(shown, id)?.lead
    const base = current ?? lead
    return !base || current?.status === now.status ? shown : placeLead(shown, { ...base, ...now }, lead)
  }, board)
