import { addMonths, firstDayOf, listMonths, type Month, monthOf } from '#contract/reports/report-months.ts'
import {
  defaultPeriod,
  type ForecastPart,
  forecastMonths,
  type ReportFigure,
  type SalesReport,
} from '#contract/reports/reports.ts'
import { toDateIn } from '#contract/values/dates.ts'
import { toReais } from '#contract/values/money.ts'
import { toInstantIn } from '#contract/values/zoned-time.ts'
import type { QueryRunner } from '../db/client.ts'
import type { LeadView } from '../leads/read/visibility.ts'
import {
  type DecidedTotals,
  type ExpectedTotals,
  listDecidedTotals,
  listExpectedTotals,
  listStageJourneys,
} from './store.ts'

/** Key of leads without a responsible member, or without a reason. */
const none = '00000000-0000-0000-0000-000000000000'
const idOf = (key: string): string | null => (key === none ? null : key)

const figureOf = (totals: readonly Pick<ExpectedTotals, 'count' | 'centavos'>[]): ReportFigure => ({
  count: totals.reduce((sum, { count }) => sum + count, 0),
  valor: toReais(totals.reduce((sum, { centavos }) => sum + centavos, 0)),
})

const decidedOf = (totals: readonly DecidedTotals[]) => ({
  won: figureOf(totals.filter(({ stage }) => stage === 'ganho')),
  lost: figureOf(totals.filter(({ stage }) => stage === 'perdido')),
})

const distinct = (keys: readonly (string | null)[]): string[] => [...new Set(keys.filter(key => key !== null))]

const forecastOf = (totals: readonly ExpectedTotals[], current: Month): ForecastPart[] => {
  const end = addMonths(current, forecastMonths)
  const part = (when: ForecastPart['when'], has: (month: Month | null) => boolean, month: Month | null = null) => ({
    when,
    month,
    ...figureOf(totals.filter(total => has(total.month))),
  })
  return [
    part('overdue', month => month !== null && month < current),
    ...listMonths(current, addMonths(end, -1)).map(month => part('month', expected => expected === month, month)),
    part('later', month => month !== null && month >= end),
    part('none', month => month === null),
  ]
}

/** Returns the report of the leads that the member sees. Months are those of the account's calendar. */
export const findSalesReport = async (
  db: QueryRunner,
  view: LeadView,
  { timezone, now, period }: { timezone: string; now: Date; period?: { from: Month; to: Month } | undefined },
): Promise<SalesReport> => {
  const today = toDateIn(timezone, now)
  const { from, to } = period ?? defaultPeriod(today)
  const totals = await listDecidedTotals(db, view, { from, to })
  const [since, until] = [from, addMonths(to, 1)].map(month => toInstantIn(timezone, firstDayOf(month))) as [Date, Date]
  const stages = await listStageJourneys(db, view, { since, until })
  const byMonth = totals.filter(({ month }) => month !== null)
  return {
    from,
    to,
    ...decidedOf(byMonth),
    months: listMonths(from, to).map(month => ({
      month,
      ...decidedOf(byMonth.filter(total => total.month === month)),
    })),
    members: distinct(totals.map(({ owner_key }) => owner_key))
      .map(key => ({ userId: idOf(key), ...decidedOf(totals.filter(({ owner_key }) => owner_key === key)) }))
      .toSorted((a, b) => b.won.valor - a.won.valor || b.won.count - a.won.count || b.lost.count - a.lost.count),
    reasons: distinct(totals.filter(({ stage }) => stage === 'perdido').map(({ lost_reason_key }) => lost_reason_key))
      .map(key => ({
        reasonId: idOf(key),
        lost: decidedOf(totals.filter(({ lost_reason_key }) => lost_reason_key === key)).lost,
      }))
      .toSorted((a, b) => b.lost.count - a.lost.count),
    journey: {
      measured: stages[0]?.measured ?? 0,
      won: stages[0]?.won ?? 0,
      stages: stages.map(({ stage, reached, median_seconds, timed }) => ({
        stage,
        reached,
        medianSeconds: median_seconds,
        timed,
      })),
    },
    forecast: forecastOf(await listExpectedTotals(db, view), monthOf(today)),
  }
}
