import { forgetStored, readStored, store } from '#web/lib/browser-storage.ts'
import type { PendingMove } from './board-state.ts'

// Under the person's id: whoever signs in next on this browser neither sees nor sends them.
const keyOf = (userId: string): string => `movimentos:${userId}`

/** Moves that have not reached the server, in the order they were made, where a reload and the next sign-in find them. */
export const waitingMoves = (userId: string): PendingMove[] => {
  try {
    const kept = JSON.parse(readStored(keyOf(userId)) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

const write = (userId: string, moves: readonly PendingMove[]): void => {
  if (moves.length > 0) store(keyOf(userId), JSON.stringify(moves))
  else forgetStored(keyOf(userId))
}

export const keepMove = (userId: string, move: PendingMove): void => write(userId, [...waitingMoves(userId), move])

/** For one that went out in vain: it was made before those of the same lead that wait behind it. */
export const keepMoveAgain = (userId: string, move: PendingMove): void => write(userId, [move, ...waitingMoves(userId)])

export const forgetMove = (userId: string, move: PendingMove): void => {
  const moves = waitingMoves(userId)
  const text = JSON.stringify(move)
  const index = moves.findIndex(kept => JSON.stringify(kept) === text)
  if (index >= 0) write(userId, moves.toSpliced(index, 1))
}
