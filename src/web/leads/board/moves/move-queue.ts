import { getStored, removeStored, setStored } from '#web/lib/browser-storage.ts'
import { type PendingMove, parseStoredMove, toStoredMove } from './pending-move.ts'

// Keyed by member, so that neither the next user of this browser nor the same user in another account sends the moves. An
// owner's membership has the id of the user, so the moves that earlier releases stored by user stay.
const storageKey = (memberId: string): string => `movimentos:${memberId}`

const parseMoveQueue = (text: string): PendingMove[] => {
  try {
    const kept: unknown = JSON.parse(text)
    return Array.isArray(kept) ? kept.map(parseStoredMove).filter(move => move !== undefined) : []
  } catch {
    return []
  }
}

/** Loads unsent moves in order. The queue survives a reload and a sign-out. */
export const loadMoveQueue = (memberId: string): PendingMove[] => {
  const text = getStored(storageKey(memberId))
  if (text === null) return []
  const moves = parseMoveQueue(text)
  // The first release stored whole leads. Rewriting removes them.
  if (JSON.stringify(moves) !== text) saveMoveQueue(memberId, moves)
  return moves
}

/** Warns about unsent moves before sign-out; `null` without any. */
export const describeUnsentMoves = (memberId: string): string | null => {
  const count = loadMoveQueue(memberId).length
  if (count === 0) return null
  return count === 1 ? '1 movimento ainda não foi enviado.' : `${count} movimentos ainda não foram enviados.`
}

const saveMoveQueue = (memberId: string, moves: readonly PendingMove[]): void => {
  if (moves.length > 0) setStored(storageKey(memberId), JSON.stringify(moves.map(toStoredMove)))
  else removeStored(storageKey(memberId))
}

export const enqueueMove = (memberId: string, move: PendingMove): void =>
  saveMoveQueue(memberId, [...loadMoveQueue(memberId), move])

/** Puts a failed move back at the head: later moves of the lead follow it. */
export const requeueMove = (memberId: string, move: PendingMove): void =>
  saveMoveQueue(memberId, [move, ...loadMoveQueue(memberId)])

const textOf = ({ id, was, now }: PendingMove): string => JSON.stringify([id, was, now])

export const dequeueMove = (memberId: string, move: PendingMove): void => {
  const moves = loadMoveQueue(memberId)
  const index = moves.findIndex(kept => textOf(kept) === textOf(move))
  if (index >= 0) saveMoveQueue(memberId, moves.toSpliced(index, 1))
}
