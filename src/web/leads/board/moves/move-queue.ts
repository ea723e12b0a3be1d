import { getStored, removeStored, setStored } from '#web/lib/browser-storage.ts'
import { withLock } from '#web/lib/with-lock.ts'
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

/** Returns whether the moves were stored. */
const saveMoveQueue = (memberId: string, moves: readonly PendingMove[]): boolean => {
  if (moves.length > 0) return setStored(storageKey(memberId), JSON.stringify(moves.map(toStoredMove)))
  removeStored(storageKey(memberId))
  return true
}

/** Returns whether the move was stored. */
export const enqueueMove = (memberId: string, move: PendingMove): boolean =>
  saveMoveQueue(memberId, [...loadMoveQueue(memberId), move])

const textOf = ({ id, was, now }: PendingMove): string => JSON.stringify([id, was, now])
const isSame = (move: PendingMove) => (kept: PendingMove) => textOf(kept) === textOf(move)

export const findQueuedMove = (memberId: string, move: PendingMove): PendingMove | undefined =>
  loadMoveQueue(memberId).find(isSame(move))

/** Replaces a move at its place, since later moves of the lead follow it; without `by`, removes it. */
const replaceMove = (moves: PendingMove[], move: PendingMove, ...by: PendingMove[]): PendingMove[] => {
  const index = moves.findIndex(isSame(move))
  return index < 0 ? moves : moves.toSpliced(index, 1, ...by)
}

export const updateQueuedMove = (memberId: string, move: PendingMove, updated: PendingMove): void =>
  void saveMoveQueue(memberId, replaceMove(loadMoveQueue(memberId), move, updated))

export const dequeueMove = (memberId: string, move: PendingMove): void =>
  void saveMoveQueue(memberId, replaceMove(loadMoveQueue(memberId), move))

/** Removes a move that led to `version`, on which the later moves of the lead are based. */
export const confirmQueuedMove = (memberId: string, move: PendingMove, version: number): void => {
  const later = replaceMove(loadMoveQueue(memberId), move)
  saveMoveQueue(
    memberId,
    later.map(kept => (kept.id === move.id ? { ...kept, version } : kept)),
  )
}

/** Lets only one tab at a time send queued moves of a lead: each tab may have loaded the same queue. */
export const lockMoves = <Result>(memberId: string, id: string, work: () => Promise<Result>): Promise<Result> =>
  withLock(`${storageKey(memberId)}:${id}`, work)
