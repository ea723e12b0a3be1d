import type { todayApi } from '#contract/today/today.ts'
import type { Caller } from '../auth/access.ts'
import type { Handlers } from '../http/mount.ts'
import type { Services } from '../services.ts'
import { findToday } from './find-today.ts'

/** Leads of each group that the queue shows. Finishing some brings the next ones. */
const leadsPerGroup = 20

export const todayRoutes: Handlers<typeof todayApi, Caller, Services> = {
  list: ({ db, now, caller }) => findToday({ db, now }, caller, leadsPerGroup),
}
