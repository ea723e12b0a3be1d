import type { healthApi } from '#contract/health.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Routes } from './mount.ts'

const answerMs = 1000

const withinTime = async (work: Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(resolve, answerMs, false)
  })
  const done = work.then(
    () => true,
    () => false,
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}

export const healthRoutes: Routes<typeof healthApi, never, Services> = {
  live: () => ({ status: 'ok' }),
  ready: async ({ db }) => {
    if (!(await withinTime(db.row('select 1')))) throw new AppError('unavailable')
    return { status: 'ok' }
  },
}
