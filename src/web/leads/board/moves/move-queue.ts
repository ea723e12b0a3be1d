import { getStored, removeStored, setStored } from '#web/lib/browser-storage.ts'
import { type PendingMove, parseStoredMove, toStoredMove } from './pending-move.ts'

// Under the person's id: whoever signs in next on this browser neither sees nor sends them.
const storageKey = (userId: string): string => `movimentos:${userId}`

const parseMoveQueue = (text: string): PendingMove[] => {
  try {
    const kept: unknown = JSON.parse(text)
    return Array.isArray(kept) ? kept.map(parseStoredMove).filter(move => move !== undefined) : []
  } catch {
    return []
  }
}

/** Moves that have not reached the server, in the order they were made, where a reload and the next sign-in find them. */
export const loadMoveQueue = (userId: string): PendingMove[] => {
  const text = getStored(storageKey(userId))
  if (text === null) return []
  const moves = parseMoveQueue(text)
  // The first release kept whole leads: they go as soon as they are found.
  if (JSON.stringify(moves) !== text) saveMoveQueue(userId, moves)
  return moves
}

/** For whoever is about to sign out; `null` when nothing waits. */
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

/** For one that went out in vain: it was made before those of the same lead that wait behind it. */
export const requeueMove = (userId: string, move: PendingMove): void =>
  saveMoveQueue(userId, [move, ...loadMoveQueue(userId)])

const textOf = ({ id, was, now }: PendingMove): string => JSON.stringify([id, was, now])

export const dequeueMove = (userId: string, move: PendingMove): void => {
  const moves = loadMoveQueue(userId)
  const index = moves.findIndex(kept => textOf(kept) === textOf(move))
  if (index >= 0) saveMoveQueue(userId, moves.toSpliced(index, 1))
}
