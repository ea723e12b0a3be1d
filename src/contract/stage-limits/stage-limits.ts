import { endpoint } from '../endpoint.ts'
import { openStages } from '../leads/lead-status.ts'
import { Timestamp } from '../values/date-inputs.ts'
import { z } from '../zod.ts'
import { DaysByStage } from './limit-days.ts'

export const StageLimit = z.object({
  stage: z.enum(openStages),
  /** Working days that the account has set. */
  days: z.nullable(z.int()),
  /** Working days within which three of four leads that were won left the stage. Null while there are too few. */
  learnedDays: z.nullable(z.int()),
  /** Leads that entered the stage before stand still. Null without a limit. Changes every working day. */
  stalledBefore: z.nullable(Timestamp),
})
export type StageLimit = z.infer<typeof StageLimit>

/** The limit in force, in working days. */
export const limitOf = ({ days, learnedDays }: Pick<StageLimit, 'days' | 'learnedDays'>): number | null =>
  days ?? learnedDays

const StageLimits = z.object({ limits: z.array(StageLimit) })

export const stageLimitsApi = {
  list: endpoint({
    method: 'GET',
    path: '/stage-limits',
    access: 'leads.read',
    summary: 'How long leads may stay in each open stage, in working days',
    status: 200,
    response: StageLimits,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/stage-limits',
    access: 'sales.settings',
    summary:
      'Sets the limits of the named stages; null returns to the learned one. Returns `stale_setting` if others changed one since `was`',
    /** `was`: what the caller had shown. */
    body: z.object({ days: DaysByStage, was: z.optional(DaysByStage) }),
    status: 200,
    response: StageLimits,
  }),
}
