import { endpoint } from '../endpoint.ts'
import { openStages } from '../leads/lead-status.ts'
import { BoundedText } from '../values/text.ts'
import { z } from '../zod.ts'
import { addMonths, type Month, monthOf } from './report-months.ts'

/** Months of a report without a chosen period, the current one included. */
export const defaultMonths = 12
export const maxMonths = 60
/** Expected closings are listed month by month this far, the current month included. */
export const forecastMonths = 6
/** Stages are measured with the last leads that were won or lost in the period. */
export const maxMeasuredLeads = 300

const notAMonth = 'Informe um mês, como 2026-11'
const MonthText = BoundedText(7, notAMonth, notAMonth).check(
  z.regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, { error: notAMonth }),
)

export const ReportPeriod = z.object({ from: z.optional(MonthText), to: z.optional(MonthText) }).check(
  z.superRefine(({ from, to }, context) => {
    if ((from === undefined) !== (to === undefined))
      context.addIssue({ code: 'custom', path: ['to'], message: 'Informe os dois meses' })
    else if (from !== undefined && to !== undefined && to < from)
      context.addIssue({ code: 'custom', path: ['to'], message: 'Escolha um mês a partir do inicial' })
    else if (from !== undefined && to !== undefined && addMonths(from, maxMonths) <= to)
      context.addIssue({ code: 'custom', path: ['to'], message: `Escolha no máximo ${maxMonths} meses` })
  }),
)

/** Returns the period of a report without a chosen one. `today` is a date of the account's calendar. */
export const defaultPeriod = (today: string): { from: Month; to: Month } => {
  const to = monthOf(today)
  return { from: addMonths(to, 1 - defaultMonths), to }
}

export const ReportFigure = z.object({
  count: z.int(),
  /** BRL. */
  valor: z.number(),
})
export type ReportFigure = z.infer<typeof ReportFigure>

/** Leads that are in Ganho or Perdido now, and entered it in the period. */
const decided = { won: ReportFigure, lost: ReportFigure }

export const SalesReport = z.object({
  from: z.string(),
  to: z.string(),
  ...decided,
  /** Every month of the period. */
  months: z.array(z.object({ month: z.string(), ...decided })),
  /** By responsible member, null without one; most won first. */
  members: z.array(z.object({ userId: z.nullable(z.uuid()), ...decided })),
  /** Null without a reason; most frequent first. */
  reasons: z.array(z.object({ reasonId: z.nullable(z.uuid()), lost: ReportFigure })),
  /** How the leads that were decided in the period went through the stages, see `maxMeasuredLeads`. */
  journey: z.object({
    measured: z.int(),
    won: z.int(),
    stages: z.array(
      z.object({
        stage: z.enum(openStages),
        /** Leads that came to this stage or a later one. A move that was undone within five minutes does not count. */
        reached: z.int(),
        /** Median of the time that leads spent in the stage; null while none is known. */
        medianSeconds: z.nullable(z.number()),
        /** Leads behind the median. */
        timed: z.int(),
      }),
    ),
  }),
  /** Open leads by the month of their closing date. The period does not matter. */
  forecast: z.array(
    z.extend(ReportFigure, { when: z.enum(['overdue', 'month', 'later', 'none']), month: z.nullable(z.string()) }),
  ),
})
export type SalesReport = z.infer<typeof SalesReport>
export type ForecastPart = SalesReport['forecast'][number]

export const reportsApi = {
  sales: endpoint({
    method: 'GET',
    path: '/reports/sales',
    access: 'leads.read',
    summary:
      'What was won and lost, time in each stage, conversion and expected closings; a chosen period needs Empresarial',
    query: ReportPeriod,
    weight: 'search',
    status: 200,
    response: SalesReport,
  }),
}
