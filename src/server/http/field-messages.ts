import type { z } from '#contract/zod.ts'

/** A list of five thousand leads may have a mistake in every field: the first ones tell enough. */
const maxFields = 50
const maxMessageLength = 200

/** The first message of each wrong field, by its path; the whole body is `_`. */
export const fieldMessages = (issues: readonly z.core.$ZodIssue[]): Record<string, string> => {
  const fields: Record<string, string> = {}
  let count = 0
  for (const issue of issues) {
    const path = issue.path.join('.') || '_'
    if (Object.hasOwn(fields, path)) continue
    fields[path] = issue.message.slice(0, maxMessageLength)
    if (++count === maxFields) break
  }
  return fields
}
