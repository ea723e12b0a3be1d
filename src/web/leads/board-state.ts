import { type Stage, stageOf } from '#contract/lead-status.ts'
import type { BoardColumn, Lead } from '#contract/leads.ts'
import { toCentavos, toReais } from '#contract/money.ts'

/** The eight columns with every lead loaded so far, latest moved first; counts and sums are those of all that match. */
export type BoardState = BoardColumn[]

const isAfter = (lead: Lead, other: Lead): boolean =>
  lead.updatedAt < other.updatedAt || (lead.updatedAt === other.updatedAt && lead._id < other._id)

/**
 * Whether a fresh answer shows a column as it is known. Whatever is written comes first in its column, and what leaves it
 * changes count or sum: then nothing has changed further down either.
 */
const isUnchanged = (old: BoardColumn, fresh: BoardColumn): boolean => {
  const versions = new Map(old.leads.map(lead => [lead._id, lead.version]))
  return (
    old.total === fresh.total &&
    toCentavos(old.valor) === toCentavos(fresh.valor) &&
    fresh.leads.every(lead => versions.get(lead._id) === lead.version)
  )
}

/** A column whose leads further down have to be read again: how many there were behind the fresh answer. */
export interface StaleColumn {
  status: Stage
  cursor: string
  count: number
}

export const staleColumns = (before: BoardState | undefined, fresh: readonly BoardColumn[]): StaleColumn[] =>
  fresh.flatMap((column, index) => {
    const { status, nextCursor: cursor, leads } = column
    const old = before?.[index]
    const count = old ? old.leads.length - leads.length : 0
    return old && cursor !== null && count > 0 && !isUnchanged(old, column) ? [{ status, cursor, count }] : []
  })

/** A fresh answer over what was loaded before. Leads further down stay where nothing in their column has changed. */
export const mergeBoard = (before: BoardState | undefined, fresh: BoardColumn[]): BoardState => {
  if (!before) return fresh
  const freshIds = new Set(fresh.flatMap(column => column.leads.map(lead => lead._id)))
  const known = new Map(before.flatMap(column => column.leads.map(lead => [lead._id, lead])))
  return fresh.map((column, index) => {
    // The same object for an unchanged lead: its card need not be drawn again.
    const leads = column.leads.map(lead => {
      const old = known.get(lead._id)
      return old?.version === lead.version ? old : lead
    })
    const last = leads.at(-1)
    const old = before[index]
    if (!last || !column.nextCursor || !old || !isUnchanged(old, column)) return { ...column, leads }
    const further = old.leads.filter(lead => isAfter(lead, last) && !freshIds.has(lead._id))
    if (further.length === 0) return { ...column, leads }
    return { ...column, leads: [...leads, ...further], nextCursor: old.nextCursor }
  })
}

/** The next leads of a column behind those it has. */
export const appendLeads = (
  board: BoardState,
  stage: Stage,
  leads: readonly Lead[],
  nextCursor: string | null,
): BoardState => {
  const loaded = new Set(board.flatMap(column => column.leads.map(lead => lead._id)))
  const added = leads.filter(lead => !loaded.has(lead._id))
  return board.map(column =>
    column.status === stage ? { ...column, leads: [...column.leads, ...added], nextCursor } : column,
  )
}

const adjustTotals = (column: BoardColumn, lead: Lead, sign: 1 | -1): Pick<BoardColumn, 'total' | 'valor'> => ({
  total: column.total + sign,
  valor: toReais(toCentavos(column.valor) + sign * toCentavos(lead.valorServico)),
})

const removeFromColumn = (column: BoardColumn, lead: Lead): BoardColumn => ({
  ...column,
  ...adjustTotals(column, lead, -1),
  leads: column.leads.filter(other => other._id !== lead._id),
})

export const findLeadOnBoard = (board: BoardState, id: string): { lead: Lead; stage: Stage } | undefined => {
  for (const { status, leads } of board) {
    const lead = leads.find(other => other._id === id)
    if (lead) return { lead, stage: status }
  }
  return undefined
}

export const withoutLead = (board: BoardState, id: string): BoardState => {
  const found = findLeadOnBoard(board, id)
  return found
    ? board.map(column => (column.status === found.stage ? removeFromColumn(column, found.lead) : column))
    : board
}

/** A lead put where its stage says, on top unless it is there already; figures follow. Other columns stay the same objects. */
export const placeLead = (board: BoardState, lead: Lead, before: Lead | undefined): BoardState => {
  const loaded = findLeadOnBoard(board, lead._id)
  const from = loaded?.stage ?? (before && stageOf(before.status))
  const old = loaded?.lead ?? before
  const to = stageOf(lead.status)
  return board.map(column => {
    if (column.status === from && from === to) {
      const leads = column.leads.map(other => (other._id === lead._id ? lead : other))
      return { ...column, valor: adjustTotals(removeFromColumn(column, old ?? lead), lead, 1).valor, leads }
    }
    if (column.status === from && old) return removeFromColumn(column, old)
    if (column.status === to) return { ...column, ...adjustTotals(column, lead, 1), leads: [lead, ...column.leads] }
    return column
  })
}
