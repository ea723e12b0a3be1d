import type { OpenStage } from '#contract/leads/lead-status.ts'
import type { QueryRunner } from '../db/client.ts'

/** Returns the limits that the account has set, in working days. */
export const listChosenLimits = async (db: QueryRunner, accountId: string): Promise<Map<OpenStage, number>> => {
  const rows = await db.rows<{ stage: OpenStage; days: number }>(
    'select stage, days from stage_limits where account_id = $1',
    [accountId],
    'list-stage-limits',
  )
  return new Map(rows.map(({ stage, days }) => [stage, days]))
}

/** Sets the limits of the named stages; `null` removes one. Call it under the account's lock. */
export const saveChosenLimits = async (
  tx: QueryRunner,
  accountId: string,
  limits: Partial<Record<OpenStage, number | null>>,
): Promise<void> => {
  const named = Object.keys(limits) as OpenStage[]
  await tx.run('delete from stage_limits where account_id = $1 and stage = any ($2)', [accountId, named])
  const chosen = named.filter(stage => limits[stage] !== null)
  await tx.run('insert into stage_limits (account_id, stage, days) select $1, * from unnest($2::text[], $3::int[])', [
    accountId,
    chosen,
    chosen.map(stage => limits[stage]),
  ])
}

/** Won leads whose stays are read: the last ones, so that the limits follow how the account works now. */
const maxSampledLeads = 200
const maxStaysPerLead = 20

export interface StageStay {
  stage: OpenStage
  since: string
  until: string
}

/**
 * Lists the stays of the account's last won leads in their earlier stages, without those of leads merged into them. Shorter ones
 * than five minutes were a slip or an undone move. Reads the same number of rows in an account of any size.
 */
export const listWonStays = (db: QueryRunner, accountId: string): Promise<StageStay[]> =>
  db.rows(
    `select s.from_stage as stage, s.from_since as since, s.at as until
       from (select account_id, id from leads where account_id = $1 and stage = 'ganho'
              order by stage_since desc, id desc limit ${maxSampledLeads}) l
       cross join lateral (
         select from_stage, from_since, at from story_entries e
          where e.account_id = l.account_id and e.lead_id = l.id and not e.is_conversation and e.kind = 'stage'
            and e.merged_from = '{}' and e.from_since_exact and e.at >= e.from_since + interval '5 minutes'
          order by at desc limit ${maxStaysPerLead}) s`,
    [accountId],
  )
