import { type Stage, stages } from '#contract/leads/lead-status.ts'
import type { Lead, LeadSort } from '#contract/leads/leads.ts'
import type { QueryRunner } from '../../db/client.ts'
import { type LeadRow, leadColumns, toLead } from '../fields/lead-columns.ts'
import { leadConditions } from './lead-conditions.ts'
import { type Cursor, keysetCondition, leadOrder } from './lead-order.ts'
import { pageQuery } from './page-query.ts'
import type { ResolvedFilters } from './resolve-filters.ts'
import { SqlBuilder } from './sql-builder.ts'
import { stageTotalsQuery } from './stage-totals-query.ts'
import { isFoundByIndex, isUnfiltered } from './table-choice.ts'
import { type LeadView, viewName, visibleTo } from './visibility.ts'

// Reads only. All writes are in lead-writer.ts.

const columns = leadColumns.join(', ')

/** Limits of the app's pages and of usual programs. Each has statements of its own on every connection. */
const preparedLimits = new Set([10, 50, 100])

/**
 * Whether a statement without filters may have a name. Its limit is a part of its text, so that the planner reads an index in
 * the order of the list for an account of every size, if there is one.
 */
const isPrepared = (filters: ResolvedFilters, limit: number): boolean =>
  preparedLimits.has(limit) && Object.values(filters).every(value => value === undefined)

export const findLeadText = (sql: SqlBuilder, view: LeadView, id: string): string =>
  `select ${columns} from leads where ${visibleTo(sql, view)} and id = ${sql.bind(id)}`

/** Returns `undefined` also for a lead that the member cannot see. */
export const findLead = async (db: QueryRunner, view: LeadView, id: string): Promise<Lead | undefined> => {
  const sql = new SqlBuilder()
  const row = await db.row<LeadRow>(findLeadText(sql, view, id), sql.values, `find-lead${viewName(view)}`)
  return row && toLead(row)
}

/** Returns the leads with these ids that the member sees. */
export const listLeadsById = async (db: QueryRunner, view: LeadView, ids: readonly string[]): Promise<Lead[]> => {
  const sql = new SqlBuilder()
  const text = `select ${columns} from leads where ${visibleTo(sql, view)} and id = any (${sql.bind(ids)})`
  return (await db.rows<LeadRow>(text, sql.values, `list-leads-by-id${viewName(view)}`)).map(toLead)
}

/** Returns the next leads in the order of their ids. */
export const listLeadsAfter = async (
  db: QueryRunner,
  view: LeadView,
  after: string,
  limit: number,
): Promise<Lead[]> => {
  const sql = new SqlBuilder()
  const text = `select ${columns} from leads where ${visibleTo(sql, view)} and id > ${sql.bind(after)}::uuid
    order by id limit ${sql.bind(limit)}`
  return (await db.rows<LeadRow>(text, sql.values)).map(toLead)
}

/** Returns the ids that the account already has, and whether the member sees them. */
export const listExistingIds = async (
  db: QueryRunner,
  view: LeadView,
  ids: readonly string[],
): Promise<{ id: string; visible: boolean }[]> => {
  const sql = new SqlBuilder()
  const visible = visibleTo(sql, view)
  const text = `select id, (${visible}) as visible from leads
    where account_id = ${sql.bind(view.accountId)} and id = any (${sql.bind(ids)})`
  return db.rows(text, sql.values)
}

export interface StageTotals {
  stage: Stage
  count: number
  centavos: number
}

/** Returns count and sum of the matching leads for each of the eight stages, in stage order. */
export const listStageTotals = async (
  db: QueryRunner,
  view: LeadView,
  filters: ResolvedFilters,
): Promise<StageTotals[]> => {
  const sql = new SqlBuilder()
  const text = stageTotalsQuery(sql, view, filters)
  const isUnfiltered = Object.values(filters).every(value => value === undefined)
  const name = isUnfiltered ? `list-stage-totals${viewName(view)}` : undefined
  const rows = await db.rows<{ stage: Stage; count: number; valor_centavos: number }>(text, sql.values, name)
  return stages.map(stage => {
    const row = rows.find(totals => totals.stage === stage)
    return { stage, count: row?.count ?? 0, centavos: row?.valor_centavos ?? 0 }
  })
}

/** Returns the number of leads per responsible member. Leads without one are under the zero uuid. */
export const countLeadsByMember = async (db: QueryRunner, view: LeadView): Promise<Map<string, number>> => {
  const sql = new SqlBuilder()
  const text = `select owner_key, sum(count)::bigint as count from lead_totals
    where ${visibleTo(sql, view, 'lead_totals')} group by owner_key`
  const rows = await db.rows<{ owner_key: string; count: number }>(text, sql.values)
  return new Map(rows.map(({ owner_key, count }) => [owner_key, count]))
}

export interface LeadSlice {
  leads: Lead[]
  /** Number of all matching leads. */
  total: number
  /** Start of the next slice; `undefined` at the end. */
  next: Cursor | undefined
}

type WithSortKey<Row> = Row & { sort_key: string }

const nextCursor = (rows: WithSortKey<LeadRow>[], limit: number, sort: LeadSort): Cursor | undefined => {
  const last = rows[limit - 1]
  return rows.length > limit && last ? { sort, value: last.sort_key, id: last.id } : undefined
}

export interface ListOptions {
  sort: LeadSort
  limit: number
  /** Rows to skip. Must not be combined with `after`. */
  offset?: number
  after?: Cursor | undefined
}

/** Returns one slice of the matching leads and their total. One statement, so that both are consistent. */
export const listLeads = async (
  db: QueryRunner,
  view: LeadView,
  filters: ResolvedFilters,
  { sort, limit, offset = 0, after }: ListOptions,
): Promise<LeadSlice> => {
  const sql = new SqlBuilder()
  const order = leadOrder(sort)
  const page = pageQuery(sql, view, filters, columns, { order, limit: limit + 1, offset, after })
  const text = `select t.total, l.*
    from (select coalesce(sum(count), 0)::bigint as total from (${stageTotalsQuery(sql, view, filters)}) f) t
    left join lateral (${page}) l on true`
  const isWalk = !after && offset === 0 && isUnfiltered(view, filters)
  const name = isWalk && isPrepared(filters, limit) ? `list-leads${sort}-${limit}` : undefined
  const rows = await db.rows<WithSortKey<LeadRow> & { total: number }>(text, sql.values, name)
  const found = rows.filter(row => row.id !== null)
  return {
    leads: found.slice(0, limit).map(toLead),
    total: rows[0]?.total ?? 0,
    next: nextCursor(found, limit, sort),
  }
}

/** Returns one slice of the matching leads without their total, for reading all of them. */
export const listLeadSlice = async (
  db: QueryRunner,
  view: LeadView,
  filters: ResolvedFilters,
  { sort, limit, after }: Pick<ListOptions, 'sort' | 'limit' | 'after'>,
): Promise<Omit<LeadSlice, 'total'>> => {
  const sql = new SqlBuilder()
  const order = leadOrder(sort)
  const where = leadConditions(sql, view, filters)
  const keyset = after ? `and ${keysetCondition(sql, order, after)}` : ''
  const rows = await db.rows<WithSortKey<LeadRow>>(
    `select ${columns}, (${order.key.sql})::text as sort_key
       from leads where ${where} ${keyset} order by ${order.orderBy} limit ${limit + 1}`,
    sql.values,
  )
  return { leads: rows.slice(0, limit).map(toLead), next: nextCursor(rows, limit, sort) }
}

export interface StageColumn extends StageTotals {
  leads: Lead[]
  next: Cursor | undefined
}

const boardSort: LeadSort = '-updatedAt'

/** Returns the eight stages with totals and first leads, last moved first, from one snapshot. */
export const listBoard = async (
  db: QueryRunner,
  view: LeadView,
  filters: ResolvedFilters,
  limit: number,
): Promise<StageColumn[]> => {
  const sql = new SqlBuilder()
  const order = leadOrder(boardSort)
  // What an index found is read once, for both the totals and the cards.
  const isFound = isFoundByIndex(filters)
  const ids = `, (array_agg(id order by ${order.orderBy}))[:${limit + 1}] as ids`
  const totals = stageTotalsQuery(sql, view, filters, isFound ? ids : '')
  const where = isFound ? `${visibleTo(sql, view)} and id = any (f.ids)` : leadConditions(sql, view, filters)
  const text = `select s.stage, coalesce(f.count, 0) as count, coalesce(f.valor_centavos, 0) as centavos, l.*
    from unnest(${sql.bind(stages)}::text[]) s (stage)
    left join (${totals}) f on f.stage = s.stage
    left join lateral (
      select ${columns}, (${order.key.sql})::text as sort_key
        from leads where f.count > 0 and ${where} and leads.stage = s.stage
       order by ${order.orderBy} limit ${limit + 1}
    ) l on true`
  const isIndexed = !view.only?.unassigned
  const name = isIndexed && isPrepared(filters, limit) ? `list-board${viewName(view)}-${limit}` : undefined
  const rows = await db.rows<WithSortKey<LeadRow> & StageTotals>(text, sql.values, name)
  return stages.map(stage => {
    const inStage = rows.filter(row => row.stage === stage)
    const found = inStage.filter(row => row.id !== null)
    return {
      stage,
      count: inStage[0]?.count ?? 0,
      centavos: inStage[0]?.centavos ?? 0,
      leads: found.slice(0, limit).map(toLead),
      next: nextCursor(found, limit, boardSort),
    }
  })
}
