import { unassigned } from '#contract/leads/filter-readers.ts'
import { stageOf, statusLabels, wonStage } from '#contract/leads/lead-status.ts'
import type { Lead, LeadFilters } from '#contract/leads/leads.ts'
import { formatDate, type PlainDate } from '#contract/values/dates.ts'
import { formatReais, toCentavos, toReais } from '#contract/values/money.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { reportFilterTexts } from '../report-filters.ts'

/** Fields of a lead that the report prints. */
export type ReportLead = Pick<
  Lead,
  'nome' | 'negocio' | 'telefone' | 'email' | 'valorServico' | 'status' | 'dataProspeccao' | 'dataFechamento' | 'userId'
>

/** Names of the members by id; `null` for an account with one member, whose report names none. */
export type MemberNames = ReadonlyMap<string, string> | null

export const responsibleName = (members: ReadonlyMap<string, string>, userId: string | null): string =>
  (userId !== null && members.get(userId)) || 'Sem responsável'

export interface ReportStats {
  total: number
  closed: number
  totalCentavos: number
  closedCentavos: number
}

export const computeStats = (leads: readonly Pick<Lead, 'status' | 'valorServico'>[]): ReportStats => {
  const stats: ReportStats = { total: leads.length, closed: 0, totalCentavos: 0, closedCentavos: 0 }
  for (const { status, valorServico } of leads) {
    const centavos = toCentavos(valorServico)
    stats.totalCentavos += centavos
    if (stageOf(status) !== wonStage) continue
    stats.closed += 1
    stats.closedCentavos += centavos
  }
  return stats
}

/**
 * Share of closed leads: "33,3%", and "0,0%" without leads. The dashboard rounds to whole numbers; the report does
 * not.
 */
export const formatConversion = ({ closed, total }: Pick<ReportStats, 'closed' | 'total'>): string => {
  const perMille = total === 0 ? 0 : Math.round((closed * 1000) / total)
  return `${(perMille / 10).toFixed(1).replace('.', ',')}%`
}

export interface SummaryItem {
  label: string
  value: string
}

export const summaryOf = (stats: ReportStats): SummaryItem[] => [
  { label: 'Total de leads', value: formatCount(stats.total) },
  { label: 'Leads fechados', value: formatCount(stats.closed) },
  { label: 'Taxa de conversão', value: formatConversion(stats) },
  { label: 'Valor total em negociação', value: formatReais(toReais(stats.totalCentavos)) },
  { label: 'Valor total fechado', value: formatReais(toReais(stats.closedCentavos)) },
]

const period = (label: string, from: PlainDate | undefined, to: PlainDate | undefined): string[] =>
  from || to ? [`${label}: ${from ? formatDate(from) : 'Início'} até ${to ? formatDate(to) : 'Fim'}`] : []

/** Returns a line per set filter, or a line that there is none. */
export const filterLines = (filters: LeadFilters, members: MemberNames): string[] => {
  const status = filters.status ?? filters.stage
  const { userId } = filters
  const lines = [
    ...(status ? [`Etapa: ${statusLabels[status]}`] : []),
    ...(members && userId ? [`Responsável: ${responsibleName(members, userId === unassigned ? null : userId)}`] : []),
    ...(filters.stalled ? ['Somente leads parados'] : []),
    ...reportFilterTexts(filters).map(({ text }) => text),
    ...(filters.search ? [`Busca: “${filters.search}”`] : []),
    ...period('Prospecção', filters.dataProspeccaoInicio, filters.dataProspeccaoFim),
    ...period('Fechamento', filters.dataFechamentoInicio, filters.dataFechamentoFim),
  ]
  return lines.length > 0 ? lines : ['Nenhum: todos os leads']
}
