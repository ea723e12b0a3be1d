import type { z } from '#contract/zod.ts'

/** A list of 5,000 leads may have an error in every field. */
const maxFields = 50
const maxMessageLength = 200

/** Returns the first message of each invalid field by path; `_` is the whole body. */
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
