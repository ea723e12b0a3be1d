import type { StoryEntry } from '#contract/story/story.ts'
import { TimestampInput } from '#contract/values/date-inputs.ts'
import { z } from '#contract/zod.ts'
import { AppError } from '../errors.ts'
import type { StoryCursor } from './store.ts'

const CursorParts = z.tuple([TimestampInput, z.uuid()])

/** Encodes the start of the next page. Opaque to clients. */
export const encodeStoryCursor = ({ at, _id }: StoryEntry): string =>
  Buffer.from(JSON.stringify([at, _id])).toString('base64url')

/** Throws `validation_failed` for a forged cursor. */
export const decodeStoryCursor = (cursor: string): StoryCursor => {
  try {
    const [at, id] = z.parse(CursorParts, JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return { at, id }
  } catch {
    throw new AppError('validation_failed', { fields: { cursor: 'Cursor inválido' } })
  }
}
