import type { LeadSort } from '#contract/leads.ts'
import { z } from '#contract/zod.ts'
import type { Cursor } from './lead-sql.ts'

const CursorParts = z.tuple([z.string(), z.string().check(z.maxLength(600)), z.uuid()])
const validValue: Record<string, RegExp> = {
  createdAt: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/,
  updatedAt: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/,
  valorServico: /^\d{1,12}$/,
  status: /^\d{1,2}$/,
  dataProspeccao: /^\d{4}-\d\d-\d\d$/,
  dataFechamento: /^(\d{4}-\d\d-\d\d|-?infinity)$/,
}

/** Opaque to callers: where the next page begins, and for which order that holds. */
export const writeCursor = ({ sort, value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

/** `undefined` when it was not made by us for this order. */
export const readCursor = (cursor: string, sort: LeadSort): Cursor | undefined => {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
  const parsed = z.safeParse(CursorParts, parts)
  if (!parsed.success || parsed.data[0] !== sort) return undefined
  const [, value, id] = parsed.data
  const valid = validValue[sort.replace('-', '')]
  return (valid && !valid.test(value)) || value.includes('\u0000') ? undefined : { sort, value, id }
}
