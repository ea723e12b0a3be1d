import { type OpenStage, openStages } from '#contract/leads/lead-status.ts'
import type { Month } from '#contract/reports/report-months.ts'
import { maxMeasuredLeads } from '#contract/reports/reports.ts'
import type { QueryRunner } from '../db/client.ts'
import { minStaySeconds, wasInStage } from '../leads/read/lead-conditions.ts'
import { SqlBuilder } from '../leads/read/sql-builder.ts'
import { type LeadView, visibleTo } from '../leads/read/visibility.ts'

export interface DecidedTotals {
  stage: 'ganho' | 'perdido'
  /** Exactly one of the three is set: the leads of a month, of a member, or with a reason. */
  month: Month | null
  owner_key: string | null
  lost_reason_key: string | null
  count: number
  centavos: number
}

/** Returns the totals of the leads that were won and lost in the months, by month, by member and by reason. */
export const listDecidedTotals = (
  db: QueryRunner,
  view: LeadView,
  { from, to }: { from: Month; to: Month },
): Promise<DecidedTotals[]> => {
  const sql = new SqlBuilder()
  const text = `select stage, to_char(month, 'YYYY-MM') as month, owner_key, lost_reason_key,
                       sum(count)::bigint as count, sum(valor_centavos)::bigint as centavos
      from report_totals
     where ${visibleTo(sql, view, 'report_totals')} and stage in ('ganho', 'perdido')
       and month between ${sql.bind(`${from}-01`)} and ${sql.bind(`${to}-01`)}
     group by grouping sets ((stage, month), (stage, owner_key), (stage, lost_reason_key)) having sum(count) <> 0`
  return db.rows(text, sql.values)
}

export interface ExpectedTotals {
  /** Null without an expected closing. */
  month: Month | null
  count: number
  centavos: number
}

/** Returns the totals of the open leads by the month of their expected closing, in order, those without one last. */
export const listExpectedTotals = (db: QueryRunner, view: LeadView): Promise<ExpectedTotals[]> => {
  const sql = new SqlBuilder()
  const text = `select to_char(nullif(month, '-infinity'), 'YYYY-MM') as month,
                       sum(count)::bigint as count, sum(valor_centavos)::bigint as centavos
      from report_totals
     where ${visibleTo(sql, view, 'report_totals')} and stage = any (${sql.bind(openStages)})
     group by 1 having sum(count) <> 0 order by 1 nulls last`
  return db.rows(text, sql.values)
}

export interface StageJourney {
  stage: OpenStage
  reached: number
  median_seconds: number | null
  timed: number
  /** Leads that were measured, and those of them that were won: the same in every row. */
  measured: number
  won: number
}

const maxStaysPerLead = 50

/**
 * Returns how the last leads that were won or lost between two instants went through the open stages. A won lead reached all of
 * them. What leads that were merged into them went through does not count. Reads the same number of rows in an account of any
 * size.
 */
export const listStageJourneys = (
  db: QueryRunner,
  view: LeadView,
  { since, until }: { since: Date; until: Date },
): Promise<StageJourney[]> => {
  const sql = new SqlBuilder()
  const decided = `${visibleTo(sql, view)} and stage_since >= ${sql.bind(since)} and stage_since < ${sql.bind(until)}`
  const newest = `order by stage_since desc, id desc limit ${maxMeasuredLeads}`
  const open = `${sql.bind(openStages)}::text[]`
  const secondsByStage = openStages
    .map((_, index) => `sum(seconds) filter (where position = ${index + 1} and seconds >= ${minStaySeconds})`)
    .join(', ')
  // Adds up the stays of a lead while it reads them: what is computed per stay is most of what a full sample costs.
  const text = `
    with decided as (
      select * from (
        (select account_id, id, stage, stage_since from leads where stage = 'ganho' and ${decided} ${newest})
        union all
        (select account_id, id, stage, stage_since from leads where stage = 'perdido' and ${decided} ${newest})) d ${newest}),
    journeys as materialized (
      select d.id, d.stage, s.seconds,
             case d.stage when 'ganho' then cardinality(${open}) else greatest(1, s.furthest) end as furthest
        from decided d cross join lateral (
          select max(position) filter (where counts) as furthest, array[${secondsByStage}] as seconds
            from (
              select array_position(${open}, from_stage) as position, ${wasInStage('e', open)} as counts,
                     case when from_since_exact then date_part('epoch', at - from_since) end as seconds
                from story_entries e
               where e.account_id = d.account_id and e.lead_id = d.id and not e.is_conversation and e.kind = 'stage'
                 and e.merged_from = '{}'
               order by at desc limit ${maxStaysPerLead}) e) s)
    select o.stage, count(j.id) filter (where j.furthest >= o.position) as reached,
           percentile_cont(0.5) within group (order by j.seconds[o.position]) as median_seconds,
           count(j.seconds[o.position]) as timed,
           count(j.id) as measured, count(j.id) filter (where j.stage = 'ganho') as won
      from unnest(${open}) with ordinality o (stage, position) left join journeys j on true
     group by o.stage, o.position order by o.position`
  return db.rows(text, sql.values)
}
