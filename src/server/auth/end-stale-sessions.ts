import type { Services } from '../services.ts'
import { aliveSince } from './access.ts'
import { removeEndedSessions } from './store.ts'

const everyMs = 60 * 60 * 1000

/** Sweeps out sessions that no longer let anybody in, every hour; several servers may do it. Returns how to stop. */
export const endStaleSessions = ({ db, now }: Services): (() => Promise<void>) => {
  const sweep = () => removeEndedSessions(db, ...aliveSince(now())).catch(() => {})
  const timer = setInterval(sweep, everyMs)
  timer.unref()
  return async () => clearInterval(timer)
}
