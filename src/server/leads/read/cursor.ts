import type { LeadSort, LeadSortField } from '#contract/leads/leads.ts'
import { PlainDateInput, TimestampInput } from '#contract/values/date-inputs.ts'
import { z } from '#contract/zod.ts'
import { toIsoTimestamp } from '../../db/client.ts'
import type { Cursor } from './lead-order.ts'

const CursorParts = z.tuple([z.string(), z.string().check(z.maxLength(600)), z.uuid()])

const isText = (value: string) => !value.includes('\u0000')
const isPlainDate = (value: string) => z.safeParse(PlainDateInput, value).success
const isTimestamp = (value: string) =>
  /^[\d-]{10} [\d:]{8}(\.\d{1,6})?\+00$/.test(value) && z.safeParse(TimestampInput, toIsoTimestamp(value)).success

/** Validates the key per sort, so that a forged cursor yields 400, not a database error. */
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

/** Encodes the start of the next page and the sort it is valid for. Opaque to clients. */
export const encodeCursor = ({ sort, value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

/** Returns `undefined` for a cursor that is forged or belongs to another sort. */
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
