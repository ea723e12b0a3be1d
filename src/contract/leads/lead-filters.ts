import { PlainDateInputOrBlank } from '../values/dates.ts'
import { notAnId } from '../values/id.ts'
import { SearchParam } from '../values/query.ts'
import { BoundedText } from '../values/text.ts'
import { z } from '../zod.ts'
import { leadStatuses, stages } from './lead-status.ts'

export const unknownStatus = { error: 'Esta etapa não existe' }

const noFilter = z.literal('')
const optionalStage = z.pipe(
  z.optional(z.union([noFilter, z.enum(stages)], unknownStatus)),
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

/** Filter value for leads without a responsible member. */
export const unassigned = 'none'
const optionalResponsible = z.pipe(
  z.optional(
    BoundedText(36, notAnId, notAnId).check(
      z.regex(/^(none|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})?$/i, { error: notAnId }),
    ),
  ),
  z.transform(id => id?.toLowerCase() || undefined),
)

const optionalFlag = z.pipe(
  z.optional(z.enum(['', 'true'], { error: 'Use true ou deixe vazio' })),
  z.transform(flag => flag || undefined),
)

/** An empty value is no filter. */
export const filters = {
  search: SearchParam(100),
  status: optionalStatus,
  /** Includes the legacy statuses of the stage. */
  stage: optionalStage,
  /** Id of the responsible member, or `none`. */
  userId: optionalResponsible,
  /** Leads that have been in their stage for longer than its limit. */
  stalled: optionalFlag,
  dataProspeccaoInicio: optionalDate,
  dataProspeccaoFim: optionalDate,
  dataFechamentoInicio: optionalDate,
  dataFechamentoFim: optionalDate,
}
export const LeadFilters = z.object(filters)
export type LeadFilters = Partial<z.output<typeof LeadFilters>>
