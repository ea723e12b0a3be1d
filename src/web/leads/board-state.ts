import { type Stage, stageOf } from '#contract/leads/lead-status.ts'
import type { BoardColumn, Lead } from '#contract/leads/leads.ts'
import { toCentavos, toReais } from '#contract/values/money.ts'

/** The eight columns with all loaded leads, latest move first. Counts and sums cover all matching leads. */
export type BoardState = BoardColumn[]

const isAfter = (lead: Lead, other: Lead): boolean =>
  lead.updatedAt < other.updatedAt || (lead.updatedAt === other.updatedAt && lead._id < other._id)

const byId = (leads: readonly Lead[]) => new Map(leads.map(lead => [lead._id, lead]))

const firstPagesOf = (fresh: readonly BoardColumn[]): Map<string, Lead> => byId(fresh.flatMap(({ leads }) => leads))

const sumCentavos = (leads: readonly Lead[]): number =>
  leads.reduce((sum, { valorServico }) => sum + toCentavos(valorServico), 0)

/**
 * Returns whether the first pages explain how the totals of a column have changed. Written leads move to the top of their
 * columns and removed leads change the totals, so its leads beyond the first page are then unchanged.
 */
const isExplained = (old: BoardColumn, fresh: BoardColumn, firstPages: Map<string, Lead>): boolean => {
  const replaced = old.leads.filter(({ _id }) => firstPages.has(_id))
  return (
    fresh.total === old.total - replaced.length + fresh.leads.length &&
    toCentavos(fresh.valor) === toCentavos(old.valor) - sumCentavos(replaced) + sumCentavos(fresh.leads)
  )
}

/** A column to refetch beyond the first page, with the number of leads to load. */
export interface StaleColumn {
  status: Stage
  cursor: string
  count: number
}

export const staleColumns = (before: BoardState | undefined, fresh: readonly BoardColumn[]): StaleColumn[] => {
  const firstPages = firstPagesOf(fresh)
  return fresh.flatMap((column, index) => {
    const { status, nextCursor: cursor, leads } = column
    const old = before?.[index]
    const count = old ? old.leads.length - leads.length : 0
    return old && cursor !== null && count > 0 && !isExplained(old, column, firstPages)
      ? [{ status, cursor, count }]
      : []
  })
}

/** Merges a response into the loaded board. Columns whose changes it explains preserve their leads beyond the first page. */
export const mergeBoard = (before: BoardState | undefined, fresh: BoardColumn[]): BoardState => {
  if (!before) return fresh
  const firstPages = firstPagesOf(fresh)
  // Only these: a map of all loaded leads takes a slow computer longer than a frame.
  const known = byId(before.flatMap(({ leads }) => leads.filter(({ _id }) => firstPages.has(_id))))
  return fresh.map((column, index) => {
    // Reuses the object of an unchanged lead, so that its card does not render.
    const leads = column.leads.map(lead => {
      const old = known.get(lead._id)
      return old?.version === lead.version ? old : lead
    })
    const last = leads.at(-1)
    const old = before[index]
    if (!last || !column.nextCursor || !old || !isExplained(old, column, firstPages)) return { ...column, leads }
    const further = old.leads.filter(lead => isAfter(lead, last) && !firstPages.has(lead._id))
    if (further.length === 0) return { ...column, leads }
    return { ...column, leads: [...leads, ...further], nextCursor: old.nextCursor }
  })
}

const isSameColumn = (old: BoardColumn, column: BoardColumn): boolean =>
  old.total === column.total &&
  old.valor === column.valor &&
  old.nextCursor === column.nextCursor &&
  old.leads.length === column.leads.length &&
  old.leads.every((lead, index) => lead === column.leads[index])

/**
 * Returns the board with the objects of unchanged columns, or the old board if none has changed, so that these do not
 * render. Compares leads by identity, not by their fields: a new lead on top shifts thousands of others.
 */
export const preserveColumns = (before: BoardState | undefined, board: BoardState): BoardState => {
  if (!before) return board
  const preserved = board.map((column, index) => {
    const old = before[index]
    return old && isSameColumn(old, column) ? old : column
  })
  return preserved.every((column, index) => column === before[index]) ? before : preserved
}

/** Appends the next page of a column. */
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

/**
 * Puts a lead on top of its stage, or in place if already there, and updates the totals. Other columns preserve their
 * identity.
 */
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
