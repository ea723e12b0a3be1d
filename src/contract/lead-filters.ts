import { DayInputOrBlank } from './dates.ts'
import { leadStatuses, stages } from './lead-status.ts'
import { SearchText } from './query.ts'
import { z } from './zod.ts'

export const unknownStatus = { error: 'Este status não existe.' }

const none = z.literal('')
const optionalStage = z.pipe(
  z.optional(z.union([none, z.enum(stages)], unknownStatus)),
  z.transform(stage => stage || undefined),
)
const optionalStatus = z.pipe(
  z.optional(z.union([none, z.enum(leadStatuses)], unknownStatus)),
  z.transform(status => status || undefined),
)
const optionalDay = z.pipe(
  z.optional(DayInputOrBlank),
  z.transform(day => day || undefined),
)

/** The filters of every read. An empty value is no filter. */
export const filters = {
  search: SearchText(100),
  /** Exactly this status. */
  status: optionalStatus,
  /** This stage together with its legacy names. */
  stage: optionalStage,
  dataProspeccaoInicio: optionalDay,
  dataProspeccaoFim: optionalDay,
  dataFechamentoInicio: optionalDay,
  dataFechamentoFim: optionalDay,
}
export const LeadFilters = z.object(filters)
export type LeadFilters = Partial<z.output<typeof LeadFilters>>
