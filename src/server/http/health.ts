import type { healthApi } from '#contract/health.ts'
import { isSchemaNewer } from '../db/migrate.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { withTimeout } from './limits/with-timeout.ts'
import type { Handlers } from './mount.ts'

const timeoutMs = 1000

export const healthRoutes: Handlers<typeof healthApi, never, Services> = {
  live: () => ({ status: 'ok' }),
  ready: async ({ db, storage }) => {
    const unready = () => new AppError('unavailable')
    const isNewer = await withTimeout(isSchemaNewer(db), timeoutMs, unready).catch(() => {
      throw unready()
    })
    if (isNewer) throw new AppError('being_updated')
    if (storage?.isFull()) throw new AppError('storage_full')
    return { status: 'ok' }
  },
}
