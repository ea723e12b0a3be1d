import { PlainDateInputOrBlank } from '../values/date-inputs.ts'
import { notAnId } from '../values/id.ts'
import { SearchParam } from '../values/query.ts'
import { BoundedText } from '../values/text.ts'
import { z } from '../zod.ts'
import { idOrNonePattern, maxSearchLength } from './filter-readers.ts'
import { leadStatuses, openStages, stages } from './lead-status.ts'

export const unknownStatus = { error: 'Esta etapa não existe' }

const noFilter = z.literal('')
const optionalStage = z.pipe(
  z.optional(z.union([noFilter, z.enum(stages)], unknownStatus)),
  z.transform(stage => stage || undefined),
)
const optionalOpenStage = z.pipe(
  z.optional(z.union([noFilter, z.enum(openStages)], unknownStatus)),
  z.transform(stage => stage || undefined),
)
const optionalStatus = z.pipe(
  z.optional(z.union([noFilter, z.enum(leadStatuses)], unknownStatus)),
  z.transform(status => status || undefined),
)
const optionalDate = z.pipe(
  z.optional(PlainDateInputOrBlank),
  z.transform(day => day || undefined),
)

const optionalIdOrNone = z.pipe(
  z.optional(BoundedText(36, notAnId, notAnId).check(z.regex(idOrNonePattern, { error: notAnId }))),
  z.transform(id => id?.toLowerCase() || undefined),
)

const optionalFlag = z.pipe(
  z.optional(z.enum(['', 'true'], { error: 'Use true ou deixe vazio' })),
  z.transform(flag => flag || undefined),
)

/** An empty value is no filter. */
export const filters = {
  search: SearchParam(maxSearchLength),
  status: optionalStatus,
  /** Includes the legacy statuses of the stage. */
  stage: optionalStage,
  /** Id of the responsible member, or `none`. */
  userId: optionalIdOrNone,
  /** Leads that have been in their stage for longer than its limit. */
  stalled: optionalFlag,
  /** Leads that are neither won nor given up. */
  open: optionalFlag,
  /** Leads in Ganho or Perdido. */
  decided: optionalFlag,
  /** Leads that came to this stage or a later one, as reports count them. */
  reached: optionalOpenStage,
  /** Leads without a closing date. */
  undated: optionalFlag,
  /** Leads without a legal basis whose people were not erased. */
  noBasis: optionalFlag,
  /** Leads in Perdido with the reason of this id, or with `none`. */
  lostReasonId: optionalIdOrNone,
  /** Days on which a lead may have entered its stage, by the account's calendar. */
  stageSinceInicio: optionalDate,
  stageSinceFim: optionalDate,
  dataProspeccaoInicio: optionalDate,
  dataProspeccaoFim: optionalDate,
  dataFechamentoInicio: optionalDate,
  dataFechamentoFim: optionalDate,
}
export const LeadFilters = z.object(filters)
export type LeadFilters = Partial<z.output<typeof LeadFilters>>
