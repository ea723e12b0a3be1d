import { toUtcMidnight } from '#contract/dates.ts'
import { type LeadStatus, type Stage, stageOf, stages } from '#contract/lead-status.ts'
import type { Lead, LeadFilters, LeadForm, LeadSort, RestoredLead } from '#contract/leads.ts'
import { toCentavos, toReais } from '#contract/money.ts'
import { normalizeForSearch } from '#contract/text.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'
import {
  type Cursor,
  isUnfiltered,
  keysetCondition,
  leadConditions,
  leadOrder,
  SqlBuilder,
  stageTotalsQuery,
} from './lead-sql.ts'

export interface LeadRow {
  id: string
  user_id: string | null
  nome: string
  negocio: string
  telefone: string
  email: string
  descricao_servico: string
  valor_servico_centavos: number
  status: LeadStatus
  forma_pagamento: string | null
  prazo_entrega: string | null
  data_prospeccao: string
  data_fechamento: string | null
  version: number
  created_at: string
  updated_at: string
}

export const leadColumns = `id, user_id, nome, negocio, telefone, email, descricao_servico, valor_servico_centavos, status,
  forma_pagamento, prazo_entrega, data_prospeccao, data_fechamento, version, created_at, updated_at`

export const toLead = (row: LeadRow): Lead => ({
  _id: row.id,
  userId: row.user_id,
  nome: row.nome,
  negocio: row.negocio,
  telefone: row.telefone,
  email: row.email,
  descricaoServico: row.descricao_servico,
  valorServico: toReais(row.valor_servico_centavos),
  status: row.status,
  formaPagamento: row.forma_pagamento,
  prazoEntrega: row.prazo_entrega,
  dataProspeccao: toUtcMidnight(row.data_prospeccao),
  dataFechamento: row.data_fechamento && toUtcMidnight(row.data_fechamento),
  createdAt: toIsoTimestamp(row.created_at),
  updatedAt: toIsoTimestamp(row.updated_at),
  version: row.version,
})

/** What searching reads: the three fields on lines of their own, so that no match runs from one into the next. */
const searchText = (lead: Pick<LeadForm, 'nome' | 'negocio' | 'email'>): string =>
  normalizeForSearch([lead.nome, lead.negocio, lead.email].join('\n'))

/** The columns that a person writes, as values in this order. */
const editableColumns = `nome, negocio, telefone, email, descricao_servico, valor_servico_centavos, status, stage,
  forma_pagamento, prazo_entrega, data_prospeccao, data_fechamento, busca`

const editableValues = (lead: LeadForm): unknown[] => [
  lead.nome,
  lead.negocio,
  lead.telefone,
  lead.email,
  lead.descricaoServico,
  toCentavos(lead.valorServico),
  lead.status,
  stageOf(lead.status),
  lead.formaPagamento,
  lead.prazoEntrega,
  lead.dataProspeccao,
  lead.dataFechamento,
  searchText(lead),
]

const placeholders = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `$${from + index}`).join(', ')
const editableCount = 13

export const findLead = async (db: QueryRunner, accountId: string, id: string): Promise<Lead | undefined> => {
  const text = `select ${leadColumns} from leads where account_id = $1 and id = $2`
  const row = await db.row<LeadRow>(text, [accountId, id], 'find-lead')
  return row && toLead(row)
}

/** The lead as it is, held so that nobody else changes it before the transaction ends. */
export const findLeadForUpdate = async (tx: QueryRunner, accountId: string, id: string): Promise<Lead | undefined> => {
  const text = `select ${leadColumns} from leads where account_id = $1 and id = $2 for no key update`
  const row = await tx.row<LeadRow>(text, [accountId, id], 'find-lead-for-update')
  return row && toLead(row)
}

/**
 * `false` when the account has a lead of that id already. What the row became is to be read afterwards: a lead that was there
 * before goes on after its last version.
 */
export const insertLead = async (
  db: QueryRunner,
  accountId: string,
  userId: string,
  id: string,
  lead: LeadForm,
): Promise<boolean> =>
  (await db.run(
    `insert into leads (account_id, user_id, id, ${editableColumns}) values ($1, $2, $3, ${placeholders(4, editableCount)})
     on conflict (account_id, id) do nothing`,
    [accountId, userId, id, ...editableValues(lead)],
    'insert-lead',
  )) === 1

export const updateLead = async (
  db: QueryRunner,
  accountId: string,
  id: string,
  lead: LeadForm,
): Promise<Lead | undefined> => {
  const row = await db.row<LeadRow>(
    `update leads set (${editableColumns}) = row(${placeholders(3, editableCount)}),
            version = version + 1, updated_at = now()
      where account_id = $1 and id = $2 returning ${leadColumns}`,
    [accountId, id, ...editableValues(lead)],
    'update-lead',
  )
  return row && toLead(row)
}

/** Whether there was such a lead, at that version if one is named. */
export const removeLead = async (
  db: QueryRunner,
  accountId: string,
  id: string,
  version: number | undefined,
): Promise<boolean> => {
  const text = 'delete from leads where account_id = $1 and id = $2 and ($3::integer is null or version = $3)'
  return (await db.run(text, [accountId, id, version ?? null], 'remove-lead')) === 1
}

/** Adds the leads, and overwrites those of the same ids unless `onlyMissing`. Returns how many were written. */
export const upsertLeads = async (
  tx: QueryRunner,
  accountId: string,
  userId: string,
  leads: readonly RestoredLead[],
  { onlyMissing = false } = {},
): Promise<number> => {
  const rows = leads.map(lead => [lead._id, lead.createdAt ?? null, lead.updatedAt ?? null, ...editableValues(lead)])
  const types = ['uuid', 'timestamptz', 'timestamptz', 'text', 'text', 'text', 'text', 'text', 'bigint', 'text', 'text']
  const fields = [...types, 'text', 'text', 'date', 'date', 'text'].map((type, index) => `(r ->> ${index})::${type}`)
  const [id, createdAt, updatedAt, ...written] = fields
  const overwrite = `do update set (${editableColumns}) = row(${editableColumns.replace(/\w+/g, 'excluded.$&')}),
                                version = leads.version + 1, updated_at = now()`
  return tx.run(
    `insert into leads (account_id, user_id, id, created_at, updated_at, ${editableColumns})
     select $1, $2, ${id}, least(coalesce(${createdAt}, now()), now()), least(coalesce(${updatedAt}, now()), now()),
            ${written.join(', ')}
       from jsonb_array_elements($3::jsonb) r
     on conflict (account_id, id) ${onlyMissing ? 'do nothing' : overwrite}`,
    [accountId, userId, JSON.stringify(rows)],
  )
}

export interface StageTotals {
  stage: Stage
  count: number
  centavos: number
}

/** Count and sum of the leads that match, for each of the eight stages in their order. */
export const listStageTotals = async (
  db: QueryRunner,
  accountId: string,
  filters: LeadFilters,
): Promise<StageTotals[]> => {
  const sql = new SqlBuilder()
  const text = stageTotalsQuery(sql, accountId, filters)
  const rows = await db.rows<{ stage: Stage; count: number; valor_centavos: number }>(text, sql.values)
  return stages.map(stage => {
    const row = rows.find(figures => figures.stage === stage)
    return { stage, count: row?.count ?? 0, centavos: row?.valor_centavos ?? 0 }
  })
}

export interface LeadSlice {
  leads: Lead[]
  /** Of all that match. */
  total: number
  /** Where the next window begins; `undefined` at the end. */
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
  /** Rows to skip; not with `after`. */
  offset?: number
  after?: Cursor | undefined
}

/** One window of the leads that match, in the given order, with the count of all: one statement, so that both agree. */
export const listLeads = async (
  db: QueryRunner,
  accountId: string,
  filters: LeadFilters,
  { sort, limit, offset = 0, after }: ListOptions,
): Promise<LeadSlice> => {
  const sql = new SqlBuilder()
  const order = leadOrder(sort)
  const where = leadConditions(sql, accountId, filters)
  const keyset = after ? `and ${keysetCondition(sql, order, after)}` : ''
  const window = `limit ${sql.bind(limit + 1)} offset ${sql.bind(offset)}`
  const text = `select t.total, l.*
    from (select coalesce(sum(count), 0)::bigint as total from (${stageTotalsQuery(sql, accountId, filters)}) f) t
    left join lateral (
      select ${leadColumns}, (${order.key.sql})::text as sort_key
        from leads where ${where} ${keyset} order by ${order.orderBy} ${window}
    ) l on true`
  const isPrepared = isUnfiltered(filters) && !after
  const rows = await db.rows<WithSortKey<LeadRow> & { total: number }>(
    text,
    sql.values,
    isPrepared ? `list-leads${sort}` : undefined,
  )
  const found = rows.filter(row => row.id !== null)
  return {
    leads: found.slice(0, limit).map(toLead),
    total: rows[0]?.total ?? 0,
    next: nextCursor(found, limit, sort),
  }
}

export interface StageColumn extends StageTotals {
  leads: Lead[]
  next: Cursor | undefined
}

const boardSort: LeadSort = '-updatedAt'

/** The eight stages with their figures and their first leads, latest moved first, as of one moment. */
export const listBoard = async (
  db: QueryRunner,
  accountId: string,
  filters: LeadFilters,
  limit: number,
): Promise<StageColumn[]> => {
  const sql = new SqlBuilder()
  const order = leadOrder(boardSort)
  const figures = stageTotalsQuery(sql, accountId, filters)
  const where = leadConditions(sql, accountId, filters)
  const text = `select s.stage, coalesce(f.count, 0) as count, coalesce(f.valor_centavos, 0) as centavos, l.*
    from unnest(${sql.bind(stages)}::text[]) s (stage)
    left join (${figures}) f on f.stage = s.stage
    left join lateral (
      select ${leadColumns}, (${order.key.sql})::text as sort_key
        from leads where ${where} and leads.stage = s.stage order by ${order.orderBy} limit ${sql.bind(limit + 1)}
    ) l on true`
  const rows = await db.rows<WithSortKey<LeadRow> & StageTotals>(
    text,
    sql.values,
    isUnfiltered(filters) ? 'board' : undefined,
  )
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
