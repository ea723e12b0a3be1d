import { PlainDateInput, TimestampInput } from '#contract/dates.ts'
import type { LeadSort, LeadSortField } from '#contract/leads.ts'
import { z } from '#contract/zod.ts'
import { toIsoTimestamp } from '../db/client.ts'
import type { Cursor } from './lead-sql.ts'

const CursorParts = z.tuple([z.string(), z.string().check(z.maxLength(600)), z.uuid()])

const isText = (value: string) => !value.includes('\u0000')
const isPlainDate = (value: string) => z.safeParse(PlainDateInput, value).success
const isTimestamp = (value: string) =>
  /^[\d-]{10} [\d:]{8}(\.\d{1,6})?\+00$/.test(value) && z.safeParse(TimestampInput, toIsoTimestamp(value)).success

/** What PostgreSQL can read as each sort's key: a cursor that was made up must not become an error of ours. */
const isKey: Record<LeadSortField, (value: string) => boolean> = {
  createdAt: isTimestamp,
  updatedAt: isTimestamp,
  nome: isText,
  negocio: isText,
  valorServico: value => /^\d{1,12}$/.test(value),
  status: value => /^\d{1,2}$/.test(value),
  dataProspeccao: isPlainDate,
  dataFechamento: value => isPlainDate(value) || /^-?infinity$/.test(value),
}

/** Opaque to callers: where the next page begins, and for which order that holds. */
export const encodeCursor = ({ sort, value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

/** `undefined` when it was not made by us for this order. */
export const decodeCursor = (cursor: string, sort: LeadSort): Cursor | undefined => {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
  const parsed = z.safeParse(CursorParts, parts)
  if (!parsed.success || parsed.data[0] !== sort) return undefined
  const [, value, id] = parsed.data
  return isKey[sort.replace('-', '') as LeadSortField](value) ? { sort, value, id } : undefined
}
