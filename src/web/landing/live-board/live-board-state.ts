import { type Stage, stageOf, stages } from '#contract/leads/lead-status.ts'
import type { BoardColumn, Lead } from '#contract/leads/leads.ts'
import { toCentavos, toReais } from '#contract/values/money.ts'

const sumOf = (leads: readonly Lead[]): number =>
  toReais(leads.reduce((sum, { valorServico }) => sum + toCentavos(valorServico), 0))

export const toColumns = (leads: readonly Lead[]): BoardColumn[] =>
  stages.map(status => {
    const own = leads.filter(lead => stageOf(lead.status) === status)
    return { status, total: own.length, valor: sumOf(own), leads: own, nextCursor: null }
  })

/** The moved lead becomes the first of its column, as on the real board. */
export const moveLead = (leads: readonly Lead[], id: string, status: Stage, now: Date): Lead[] => {
  const moved = leads.find(({ _id }) => _id === id)
  if (!moved) return [...leads]
  const at = now.toISOString()
  return [{ ...moved, status, updatedAt: at, stageSince: at }, ...leads.filter(lead => lead !== moved)]
}

export interface LiveTotals {
  total: number
  /** Whole percent. */
  conversion: number
  won: number
}

export const totalsOf = (columns: readonly BoardColumn[]): LiveTotals => {
  const total = columns.reduce((sum, column) => sum + column.total, 0)
  const won = columns.find(({ status }) => status === 'ganho')
  return {
    total,
    conversion: total === 0 ? 0 : Math.round(((won?.total ?? 0) / total) * 100),
    won: won?.valor ?? 0,
  }
}
