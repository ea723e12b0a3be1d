import { setImmediate as nextTurn } from 'node:timers/promises'
import { phoneKey } from '#contract/values/phone.ts'
import { emailKey } from '#contract/values/text.ts'
import type { QueryRunner } from '../db/client.ts'
import { listMatchingLeads, type MatchingLead } from '../leads/read/matching-leads.ts'
import type { LeadView } from '../leads/read/visibility.ts'
import { findErased } from '../leads/write/erased-people.ts'
import { listAnonymizedIds } from '../leads/write/trash.ts'
import { type ConvertedRow, convertRow, isBlank, orderColumns, rowsPerTurn } from './convert-row.ts'
import type { Chunk, ImportRow } from './store.ts'

export interface NumberedRow extends ConvertedRow {
  line: number
  phone: string | null
  email: string | null
}

/** Converts the rows of a chunk below the headings. Blank rows are skipped. */
export const convertChunk = async (
  { firstLine, rows }: Chunk,
  { columns, layout, last_line }: ImportRow,
): Promise<NumberedRow[]> => {
  const converted: NumberedRow[] = []
  const ordered = orderColumns(columns)
  for (const [index, cells] of rows.entries()) {
    if (index % rowsPerTurn === rowsPerTurn - 1) await nextTurn()
    const line = firstLine + index
    if (line <= Math.max(layout?.headerRow ?? 0, last_line) || isBlank(cells)) continue
    const row = convertRow(cells, ordered)
    const { telefone, email } = row.fields
    converted.push({
      ...row,
      line,
      phone: telefone ? phoneKey(telefone) : null,
      email: email ? emailKey(email) : null,
    })
  }
  return converted
}

const present = (keys: (string | null | undefined)[]): string[] => [
  ...new Set(keys.filter(key => key !== null && key !== undefined)),
]

/** Separates rows about people who were erased, by phone, e-mail or the ID of an anonymized lead. */
export const splitErased = async (
  queries: QueryRunner,
  accountId: string,
  rows: readonly NumberedRow[],
): Promise<{ kept: NumberedRow[]; erasedLines: number[] }> => {
  const contacts = rows.map(({ fields: { telefone = '', email = '' } }) => ({ telefone, email }))
  const erased = await findErased(queries, accountId, contacts)
  const ids = present(rows.map(({ id }) => id))
  const anonymized = new Set(ids.length === 0 ? [] : await listAnonymizedIds(queries, accountId, ids))
  const isErased = ({ id }: NumberedRow, index: number) => erased[index] || (id !== undefined && anonymized.has(id))
  return {
    kept: rows.filter((row, index) => !isErased(row, index)),
    erasedLines: rows.filter(isErased).map(({ line }) => line),
  }
}

/** Finds leads by ID, then phone, then e-mail. */
export interface LeadIndex<Found> {
  find(row: Pick<NumberedRow, 'id' | 'phone' | 'email'>): Found | undefined
  /** The first lead of a key stays. */
  add(found: Found, keys: { id: string; phone: string | null; email: string | null }): void
}

export const createLeadIndex = <Found>(): LeadIndex<Found> => {
  const [byId, byPhone, byEmail] = [new Map<string, Found>(), new Map<string, Found>(), new Map<string, Found>()]
  const get = (map: Map<string, Found>, key: string | null | undefined) => (key ? map.get(key) : undefined)
  return {
    find: ({ id, phone, email }) => get(byId, id) ?? get(byPhone, phone) ?? get(byEmail, email),
    add: (found, { id, phone, email }) => {
      if (!byId.has(id)) byId.set(id, found)
      if (phone && !byPhone.has(phone)) byPhone.set(phone, found)
      if (email && !byEmail.has(email)) byEmail.set(email, found)
    },
  }
}

/** Returns the existing leads that rows may refer to, oldest first. */
export const findLeadsOf = (
  queries: QueryRunner,
  view: LeadView,
  rows: readonly NumberedRow[],
): Promise<MatchingLead[]> =>
  listMatchingLeads(queries, view, {
    ids: present(rows.map(({ id }) => id)),
    phones: present(rows.map(({ phone }) => phone)),
    emails: present(rows.map(({ email }) => email)),
  })
