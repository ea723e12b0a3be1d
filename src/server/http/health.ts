import type { healthApi } from '#contract/health.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Routes } from './mount.ts'
import { withinTime } from './within-time.ts'

const answerMs = 1000

export const healthRoutes: Routes<typeof healthApi, never, Services> = {
  live: () => ({ status: 'ok' }),
  ready: async ({ db, storage }) => {
    const unready = () => new AppError('unavailable')
    await withinTime(db.row('select 1'), answerMs, unready).catch(() => {
      throw unready()
    })
    if (storage?.isFull()) throw new AppError('storage_full')
    return { status: 'ok' }
  },
}
