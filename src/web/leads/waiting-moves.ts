import { forgetStored, readStored, store } from '#web/lib/browser-storage.ts'
import { keptOf, type PendingMove, readMove } from './pending-move.ts'

// Under the person's id: whoever signs in next on this browser neither sees nor sends them.
const keyOf = (userId: string): string => `movimentos:${userId}`

const readKept = (text: string): PendingMove[] => {
  try {
    const kept: unknown = JSON.parse(text)
    return Array.isArray(kept) ? kept.map(readMove).filter(move => move !== undefined) : []
  } catch {
    return []
  }
}

/** Moves that have not reached the server, in the order they were made, where a reload and the next sign-in find them. */
export const waitingMoves = (userId: string): PendingMove[] => {
  const text = readStored(keyOf(userId))
  if (text === null) return []
  const moves = readKept(text)
  // The first release kept whole leads: they go as soon as they are found.
  if (JSON.stringify(moves) !== text) write(userId, moves)
  return moves
}

/** For whoever is about to sign out; `null` when nothing waits. */
export const unsentMoves = (userId: string): string | null => {
  const count = waitingMoves(userId).length
  if (count === 0) return null
  return count === 1 ? '1 movimento ainda não foi enviado.' : `${count} movimentos ainda não foram enviados.`
}

const write = (userId: string, moves: readonly PendingMove[]): void => {
  if (moves.length > 0) store(keyOf(userId), JSON.stringify(moves.map(keptOf)))
  else forgetStored(keyOf(userId))
}

export const keepMove = (userId: string, move: PendingMove): void => write(userId, [...waitingMoves(userId), move])

/** For one that went out in vain: it was made before those of the same lead that wait behind it. */
export const keepMoveAgain = (userId: string, move: PendingMove): void => write(userId, [move, ...waitingMoves(userId)])

const textOf = ({ id, was, now }: PendingMove): string => JSON.stringify([id, was, now])

export const forgetMove = (userId: string, move: PendingMove): void => {
  const moves = waitingMoves(userId)
  const index = moves.findIndex(kept => textOf(kept) === textOf(move))
  if (index >= 0) write(userId, moves.toSpliced(index, 1))
}
