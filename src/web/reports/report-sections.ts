import { unassigned, withoutReason } from '#contract/leads/filter-readers.ts'
import { statusLabels } from '#contract/leads/lead-status.ts'
import { conversionRate } from '#contract/leads/leads.ts'
import { addMonths, firstDayOf, formatMonth, lastDayOf } from '#contract/reports/report-months.ts'
import type { ForecastPart, ReportFigure, SalesReport } from '#contract/reports/reports.ts'
import { formatDuration } from '#contract/values/dates.ts'
import { formatReais, formatReaisRounded } from '#contract/values/money.ts'
import { formatCount } from '#contract/values/numbers.ts'
import type { FilterChanges } from '#web/leads/filters/lead-filters.ts'

// What a report says, for the page, the CSV file and the PDF alike.

export type Tone = 'won' | 'lost' | 'open'

export interface Cell {
  text: string
  /** Shown instead of `text` where space is short. */
  short?: string
  /** Filters of the leads behind the figure; absent when there are none. */
  filters?: FilterChanges | undefined
}

export interface ReportRow {
  label: string
  /** Shares of the longest bar, from 0 to 1. */
  bars: { tone: Tone; share: number }[]
  cells: Cell[]
}

export interface ReportSection {
  title: string
  /** How to read it. */
  note: string
  /** Headings of the label and of each cell. */
  head: string[]
  rows: ReportRow[]
}

/** Names of members and reasons by id. */
export interface ReportNames {
  member: (id: string | null) => string
  reason: (id: string | null) => string
}

const countCell = ({ count }: ReportFigure, filters: FilterChanges): Cell => ({
  text: formatCount(count),
  filters: count > 0 ? filters : undefined,
})
const valueCell = ({ valor }: ReportFigure): Cell => ({ text: formatReais(valor), short: formatReaisRounded(valor) })

const largestOf = (values: readonly number[]): number => Math.max(1, ...values)

type Decided = Pick<SalesReport, 'won' | 'lost'>

/** Returns what draws the won and lost leads of a row, as shares of the largest number among all rows. */
const decidedBars = (rows: readonly Decided[]): ((row: Decided) => ReportRow['bars']) => {
  const largest = largestOf(rows.flatMap(({ won, lost }) => [won.count, lost.count]))
  return ({ won, lost }) => [
    { tone: 'won', share: won.count / largest },
    { tone: 'lost', share: lost.count / largest },
  ]
}

/** Percent of won leads among those that were decided. */
export const winRate = ({ won, lost }: Decided): string =>
  won.count + lost.count === 0 ? '–' : `${conversionRate(won.count, won.count + lost.count)}%`

/** Filters of the leads that entered their stage in the period of the report. */
export const inPeriod = ({ from, to }: { from: string; to: string }): FilterChanges => ({
  stageSinceInicio: firstDayOf(from),
  stageSinceFim: lastDayOf(to),
})

const monthSection = ({ months }: SalesReport): ReportSection => {
  const barsOf = decidedBars(months)
  return {
    title: 'Ganhos e perdidos por mês',
    note: 'Cada lead conta no mês em que entrou na etapa onde está agora.',
    head: ['Mês', 'Ganhos', 'Valor ganho', 'Perdidos'],
    rows: months.map(({ month, won, lost }) => {
      const days = inPeriod({ from: month, to: month })
      return {
        label: formatMonth(month),
        bars: barsOf({ won, lost }),
        cells: [
          countCell(won, { stage: 'ganho', ...days }),
          valueCell(won),
          countCell(lost, { stage: 'perdido', ...days }),
        ],
      }
    }),
  }
}

const memberSection = (report: SalesReport, names: ReportNames): ReportSection => {
  const barsOf = decidedBars(report.members)
  return {
    title: 'Por responsável',
    note: 'Pelo responsável de agora, do maior valor ganho ao menor.',
    head: ['Responsável', 'Ganhos', 'Valor ganho', 'Perdidos', 'Taxa de ganho'],
    rows: report.members.map(({ userId, won, lost }) => {
      const filters = { userId: userId ?? unassigned, ...inPeriod(report) }
      return {
        label: names.member(userId),
        bars: barsOf({ won, lost }),
        cells: [
          countCell(won, { stage: 'ganho', ...filters }),
          valueCell(won),
          countCell(lost, { stage: 'perdido', ...filters }),
          { text: winRate({ won, lost }) },
        ],
      }
    }),
  }
}

const reasonSection = (report: SalesReport, names: ReportNames): ReportSection => {
  const largest = largestOf(report.reasons.map(({ lost }) => lost.count))
  return {
    title: 'Por que perdemos',
    note: 'Leads perdidos no período, pelo motivo informado.',
    head: ['Motivo', 'Perdidos', 'Valor perdido', 'Parte das perdas'],
    rows: report.reasons.map(({ reasonId, lost }) => ({
      label: names.reason(reasonId),
      bars: [{ tone: 'lost', share: lost.count / largest }],
      cells: [
        countCell(lost, { lostReasonId: reasonId ?? withoutReason, ...inPeriod(report) }),
        valueCell(lost),
        { text: `${conversionRate(lost.count, report.lost.count)}%` },
      ],
    })),
  }
}

const journeySection = (report: SalesReport): ReportSection => {
  const { measured, won, stages } = report.journey
  const all = largestOf([measured])
  const isSample = measured < report.won.count + report.lost.count
  const later = [...stages.slice(1).map(({ reached }) => reached), won]
  return {
    title: 'Do primeiro contato ao ganho',
    note: `Até onde chegaram ${isSample ? `os ${formatCount(measured)} últimos leads` : 'os leads'} ganhos ou perdidos no período, e quanto tempo ficaram em cada etapa (metade ficou menos).`,
    head: ['Etapa', 'Chegaram', 'Avançaram', 'Tempo na etapa'],
    rows: [
      ...stages.map(({ stage, reached, medianSeconds }, index): ReportRow => {
        const filters = { decided: 'true', reached: stage, ...inPeriod(report) }
        return {
          label: statusLabels[stage],
          bars: [{ tone: 'open', share: reached / all }],
          cells: [
            countCell({ count: reached, valor: 0 }, filters),
            { text: reached === 0 ? '–' : `${conversionRate(later[index] ?? 0, reached)}%` },
            { text: medianSeconds === null ? '–' : formatDuration(medianSeconds * 1000) },
          ],
        }
      }),
      {
        label: statusLabels.ganho,
        bars: [{ tone: 'won', share: won / all }],
        cells: [
          countCell({ count: won, valor: 0 }, { stage: 'ganho', ...inPeriod(report) }),
          { text: '' },
          { text: '' },
        ],
      },
    ],
  }
}

const forecastLabel = ({ when, month }: ForecastPart): string => {
  if (when === 'overdue') return 'Previsão vencida'
  if (when === 'none') return 'Sem previsão'
  return month === null ? 'Depois' : formatMonth(month)
}

const forecastSection = ({ forecast }: SalesReport): ReportSection => {
  const largest = largestOf(forecast.map(({ valor }) => valor))
  const months = forecast.flatMap(({ month }) => month ?? [])
  const datesOf = ({ when, month }: ForecastPart): FilterChanges => {
    if (when === 'none') return { undated: 'true' }
    if (month !== null) return { dataFechamentoInicio: firstDayOf(month), dataFechamentoFim: lastDayOf(month) }
    return when === 'overdue'
      ? { dataFechamentoFim: lastDayOf(addMonths(months[0] ?? '', -1)) }
      : { dataFechamentoInicio: firstDayOf(addMonths(months.at(-1) ?? '', 1)) }
  }
  return {
    title: 'O que deve fechar',
    note: 'Leads em aberto pela data de fechamento prevista, qualquer que seja o período acima.',
    head: ['Previsão', 'Leads', 'Valor'],
    rows: forecast.map(part => ({
      label: forecastLabel(part),
      bars: [{ tone: 'open', share: part.valor / largest }],
      cells: [countCell(part, { open: 'true', ...datesOf(part) }), valueCell(part)],
    })),
  }
}

/** Returns the sections of a report. Members are compared only if there are several. */
export const reportSections = (report: SalesReport, names: ReportNames, isTeam: boolean): ReportSection[] => [
  monthSection(report),
  ...(isTeam && report.members.length > 0 ? [memberSection(report, names)] : []),
  ...(report.reasons.length > 0 ? [reasonSection(report, names)] : []),
  ...(report.journey.measured > 0 ? [journeySection(report)] : []),
  forecastSection(report),
]

export const reportTotals = (report: SalesReport): { label: string; cell: Cell; detail: string }[] => {
  const { won, lost } = report
  return [
    {
      label: 'Ganhos',
      cell: countCell(won, { stage: 'ganho', ...inPeriod(report) }),
      detail: formatReais(won.valor),
    },
    {
      label: 'Perdidos',
      cell: countCell(lost, { stage: 'perdido', ...inPeriod(report) }),
      detail: formatReais(lost.valor),
    },
    { label: 'Taxa de ganho', cell: { text: winRate(report) }, detail: 'dos leads encerrados' },
    {
      label: 'Valor médio',
      cell: { text: won.count === 0 ? '–' : formatReaisRounded(won.valor / won.count) },
      detail: 'por lead ganho',
    },
  ]
}
