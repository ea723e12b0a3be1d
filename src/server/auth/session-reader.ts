import type { Services } from '../services.ts'
import { findSessionUsers, type SessionUserRow } from './session-store.ts'
import { sessionCutoffs } from './session-token.ts'

/** Reads at the same time. A read that hangs must not stop all others. */
const maxReads = 2

interface Waiting {
  tokenHash: Buffer
  resolve: (row: SessionUserRow | undefined) => void
  reject: (error: unknown) => void
}

/** Returns the user of a valid session, as the database has it when asked or later. */
export type ReadSession = (tokenHash: Buffer) => Promise<SessionUserRow | undefined>

/** Sessions that are asked for while others are read are read together afterwards: each request starts with one. */
export const createSessionReader = ({ db, now }: Pick<Services, 'db' | 'now'>): ReadSession => {
  let waiting: Waiting[] = []
  let reads = 0

  const readAll = async (): Promise<void> => {
    reads++
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const hashes = batch.map(({ tokenHash }) => tokenHash)
        const rows = await findSessionUsers(db, hashes, ...sessionCutoffs(now()))
        for (const { tokenHash, resolve } of batch) resolve(rows.find(row => row.token_hash.equals(tokenHash)))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    reads--
  }

  return tokenHash =>
    new Promise((resolve, reject) => {
      waiting.push({ tokenHash, resolve, reject })
      if (reads < maxReads) void readAll()
    })
}
