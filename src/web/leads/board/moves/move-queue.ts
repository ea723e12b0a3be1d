import { getStored, removeStored, setStored } from '#web/lib/browser-storage.ts'
import { type PendingMove, parseStoredMove, toStoredMove } from './pending-move.ts'

// Keyed by user id, so that the next user of this browser neither sees nor sends the moves.
const storageKey = (userId: string): string => `movimentos:${userId}`

const parseMoveQueue = (text: string): PendingMove[] => {
  try {
    const kept: unknown = JSON.parse(text)
    return Array.isArray(kept) ? kept.map(parseStoredMove).filter(move => move !== undefined) : []
  } catch {
    return []
  }
}

/** Loads unsent moves in order. The queue survives a reload and a sign-out. */
export const loadMoveQueue = (userId: string): PendingMove[] => {
  const text = getStored(storageKey(userId))
  if (text === null) return []
  const moves = parseMoveQueue(text)
  // The first release stored whole leads. Rewriting removes them.
  if (JSON.stringify(moves) !== text) saveMoveQueue(userId, moves)
  return moves
}

/** Warns about unsent moves before sign-out; `null` without any. */
export const describeUnsentMoves = (userId: string): string | null => {
  const count = loadMoveQueue(userId).length
  if (count === 0) return null
  return count === 1 ? '1 movimento ainda não foi enviado.' : `${count} movimentos ainda não foram enviados.`
}

const saveMoveQueue = (userId: string, moves: readonly PendingMove[]): void => {
  if (moves.length > 0) setStored(storageKey(userId), JSON.stringify(moves.map(toStoredMove)))
  else removeStored(storageKey(userId))
}

export const enqueueMove = (userId: string, move: PendingMove): void =>
  saveMoveQueue(userId, [...loadMoveQueue(userId), move])

/** Puts a failed move back at the head: later moves of the lead follow it. */
export const requeueMove = (userId: string, move: PendingMove): void =>
  saveMoveQueue(userId, [move, ...loadMoveQueue(userId)])

const textOf = ({ id, was, now }: PendingMove): string => JSON.stringify([id, was, now])

export const dequeueMove = (userId: string, move: PendingMove): void => {
  const moves = loadMoveQueue(userId)
  const index = moves.findIndex(kept => textOf(kept) === textOf(move))
  if (index >= 0) saveMoveQueue(userId, moves.toSpliced(index, 1))
}
