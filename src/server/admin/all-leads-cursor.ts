import { TimestampInput } from '#contract/values/date-inputs.ts'
import { z } from '#contract/zod.ts'
import { AppError } from '../errors.ts'

/** Where a page of the leads of all accounts starts, and in which direction. */
export interface AllLeadsCursor {
  towards: 'older' | 'newer'
  createdAt: string
  id: string
  accountId: string
}

const CursorParts = z.tuple([z.enum(['older', 'newer']), TimestampInput, z.uuid(), z.uuid()])

/** Opaque to clients. */
export const encodeAllLeadsCursor = ({ towards, createdAt, id, accountId }: AllLeadsCursor): string =>
  Buffer.from(JSON.stringify([towards, createdAt, id, accountId])).toString('base64url')

/** Throws `validation_failed` for a forged cursor. */
export const decodeAllLeadsCursor = (cursor: string): AllLeadsCursor => {
  try {
    const parts = z.parse(CursorParts, JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    const [towards, createdAt, id, accountId] = parts
    return { towards, createdAt, id, accountId }
  } catch {
    throw new AppError('validation_failed', { fields: { cursor: 'Cursor inválido' } })
  }
}
