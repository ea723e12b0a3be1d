import { openStages } from '../leads/lead-status.ts'
import { z } from '../zod.ts'

export const maxLimitDays = 365
const wholeDays = `Informe de 1 a ${maxLimitDays} dias úteis`
export const LimitDays = z
  .int({ error: wholeDays })
  .check(z.minimum(1, { error: wholeDays }), z.maximum(maxLimitDays, { error: wholeDays }))

export const DaysByStage = z.partialRecord(
  z.enum(openStages, { error: 'Esta etapa não tem limite' }),
  z.nullable(LimitDays),
  { error: 'Informe os limites por etapa' },
)
