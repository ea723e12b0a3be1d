import { entitlements } from '#contract/billing/entitlements.ts'
import { decide } from '#contract/policies.ts'
import { timezoneNames } from '#contract/team/settings.ts'
import type { Today } from '#contract/today/today.ts'
import { toDateIn } from '#contract/values/dates.ts'
import { isWorkingDay } from '#contract/values/working-days.ts'
import { toHourIn } from '#contract/values/zoned-time.ts'
import { toAccount, toMember, toSettings, toUser } from '../auth/store.ts'
import type { QueryRunner } from '../db/client.ts'
import type { Job } from '../jobs/job.ts'
import { queueDigest } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { findToday } from '../today/find-today.ts'
import { claimDigest, type DigestRow, type DueTime, listDueMembers } from './store.ts'

type Deps = Pick<Services, 'db' | 'now'>

/** After an outage, a mail that is later than this is no morning mail anymore. */
const maxHoursLate = 3
const batchSize = 200

/** Returns the hours that are due in a time zone, or `undefined` on a day without mails. */
const dueTimeIn = (timezone: string, now: Date): DueTime | undefined => {
  const day = toDateIn(timezone, now)
  const hour = toHourIn(timezone, now)
  const hours = Array.from({ length: maxHoursLate + 1 }, (_, late) => hour - late)
  return isWorkingDay(day) ? { timezone, day, hours } : undefined
}

/** Returns what the member has to do today, or `undefined` without access to the leads. */
export const findTodayOf = async (
  { db, now }: { db: QueryRunner; now: () => Date },
  row: DigestRow,
  limit: number,
): Promise<Today | undefined> => {
  const [user, member] = [toUser(row, now()), toMember(row)]
  const hasSeat = row.seats_before < entitlements(user, now()).seats
  if (decide('leads.read', { user, member, hasSeat }, now()) !== 'allowed') return undefined
  const caller = {
    accountId: row.account_id,
    userId: row.id,
    member,
    settings: toSettings(row),
    account: toAccount(row),
  }
  return findToday({ db, now }, caller, limit)
}

/** Leads without a next step are shown, but alone they are no reason for a mail: they would come every day. */
export const isWorthAMail = ({ groups }: Today): boolean =>
  groups.some(({ group, total }) => group !== 'no-step' && total > 0)

const queueIfDue = ({ db, now }: Deps, row: DigestRow, day: string): Promise<void> =>
  db.transaction(async tx => {
    if (!(await claimDigest(tx, row, day))) return
    const today = await findTodayOf({ db: tx, now }, row, 1)
    if (today && isWorthAMail(today)) await queueDigest(tx, row.account_id, row.id, row.email, day, now())
  })

/** Queues the morning mails that are due, each once, however many processes do so at the same time. */
export const queueDigests = async ({ db, now }: Deps): Promise<void> => {
  for (const timezone of Object.keys(timezoneNames)) {
    const due = dueTimeIn(timezone, now())
    if (!due) continue
    for (let size = batchSize; size === batchSize; ) {
      const members = await listDueMembers(db, due, batchSize)
      for (const member of members) await queueIfDue({ db, now }, member, due.day)
      size = members.length
    }
  }
}

const minuteMs = 60_000

export const digestJobs = (services: Services): Job[] => [
  { name: 'digest', intervalMs: 5 * minuteMs, leaseMs: 10 * minuteMs, run: () => queueDigests(services) },
]
