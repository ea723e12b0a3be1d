import { openStages } from '#contract/leads/lead-status.ts'
import { maxCountedToday, type Today, type TodayGroup, todayGroups } from '#contract/today/today.ts'
import type { PlainDate } from '#contract/values/dates.ts'
import type { QueryRunner } from '../db/client.ts'
import { type LeadRow, leadColumns, toLead } from '../leads/fields/lead-columns.ts'
import { SqlBuilder } from '../leads/read/sql-builder.ts'
import { type LeadView, visibleTo } from '../leads/read/visibility.ts'
import type { StalledBefore } from '../stage-limits/find-stage-limits.ts'

const columns = leadColumns.join(', ')

export interface TodayQuery {
  userId: string
  /** Date of the account's calendar. */
  day: PlainDate
  stalledBefore: StalledBefore
  /** Whether the member may take leads without a responsible member. */
  mayTake: boolean
  /** Number of leads of each group. */
  limit: number
}

/**
 * Returns the groups of one member, from one snapshot, so that each lead is in one of them. The groups exclude each other: the
 * first two have a next step, the next two have none, and the last has no responsible member. Each reads its first leads in
 * the order of an index, so that it costs the same in an account of any size.
 */
export const listToday = async (
  db: QueryRunner,
  view: LeadView,
  { userId, day, stalledBefore, mayTake, limit }: TodayQuery,
): Promise<Today['groups']> => {
  const sql = new SqlBuilder()
  const visible = visibleTo(sql, view)
  const [me, today, max] = [`${sql.bind(userId)}::uuid`, `${sql.bind(day)}::date`, sql.bind(maxCountedToday)]
  const limits = openStages.map(stage => stalledBefore[stage] ?? '-infinity')
  const stages = `unnest(${sql.bind(openStages)}::text[], ${sql.bind(limits)}::timestamptz[]) s (stage, stalled_before)`
  const select = (where: string, order: string) =>
    `select ${columns} from leads where ${visible} and ${where} order by ${order} limit ${max}`
  /** Reads each stage in the order of its index, and merges them. */
  const inOpenStages = (where: string, order: string) =>
    `select l.* from ${stages} cross join lateral (${select(`stage = s.stage and ${where}`, order)}) l`
  const byStep = 'next_step_day, next_step_time, id'
  const byStay = 'stage_since, id'
  const groups: Record<TodayGroup, [leads: string, order: string]> = {
    late: [select(`user_id = ${me} and next_step_day < ${today}`, byStep), byStep],
    today: [select(`user_id = ${me} and next_step_day = ${today}`, byStep), byStep],
    stalled: [
      inOpenStages(`user_id = ${me} and next_step_day is null and stage_since < s.stalled_before`, byStay),
      byStay,
    ],
    'no-step': [
      inOpenStages(`user_id = ${me} and next_step_day is null and stage_since >= s.stalled_before`, byStay),
      byStay,
    ],
    unassigned: [
      inOpenStages(`user_id is null and ${mayTake}`, 'updated_at desc, id desc'),
      'updated_at desc, id desc',
    ],
  }
  const first = sql.bind(limit)
  const parts = todayGroups.map(group => {
    const [leads, order] = groups[group]
    return `(select '${group}' as "group", least(count(*) over (), ${max}) as total,
                    row_number() over (order by ${order}) as position, g.*
               from (${leads}) g order by ${order} limit ${first})`
  })
  const rows = await db.rows<LeadRow & { group: TodayGroup; total: number }>(
    `${parts.join(' union all ')} order by "group", position`,
    sql.values,
  )
  return todayGroups.map(group => {
    const found = rows.filter(row => row.group === group)
    return { group, total: found[0]?.total ?? 0, leads: found.map(toLead) }
  })
}
