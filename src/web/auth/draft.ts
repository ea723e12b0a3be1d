const keyOf = (userId: string, what: string): string => `rascunho:${userId}:${what}`

/** What was typed and not saved: only the fields that were changed. */
export interface Draft<Values> {
  /** Of what the form was opened at, where that has versions. */
  version?: number | undefined
  typed: Partial<Values>
  /** What the same fields showed when they were changed; unknown in drafts of the first release. */
  seen: Partial<Values>
}

const pick = <Values extends object>(values: Partial<Values>, fields: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(fields.map(field => [field, values[field]])) as Partial<Values>

/** Kept for this tab: it outlives a reload and an expired session, not the tab. Without a change nothing is kept. */
export const writeDraft = <Values extends object>(
  userId: string,
  what: string,
  { version, seen, values }: { version?: number | undefined; seen: Values; values: Values },
): void => {
  const changed = (Object.keys(values) as (keyof Values)[]).filter(field => values[field] !== seen[field])
  const draft: Draft<Values> = { version, typed: pick(values, changed), seen: pick(seen, changed) }
  try {
    if (changed.length === 0) forgetDraft(userId, what)
    else sessionStorage.setItem(keyOf(userId, what), JSON.stringify(draft))
  } catch {
    // Where nothing can be kept, the form still works.
  }
}

/** The draft in the fields of `fresh`, which the form would else begin with. */
export const readDraft = <Values extends object>(
  userId: string,
  what: string,
  fresh: Values,
): Draft<Values> | undefined => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(userId, what)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    // The first release kept every field, changed or not.
    const typed = typeof kept.typed === 'object' ? kept.typed : kept
    const fields = (Object.keys(fresh) as (keyof Values)[]).filter(field => field in typed)
    const changed = typed === kept ? fields.filter(field => typed[field] !== fresh[field]) : fields
    if (changed.length === 0) return undefined
    return { version: kept.version, typed: pick(typed, changed), seen: pick(kept.seen ?? {}, changed) }
  } catch {
    return undefined
  }
}

export const forgetDraft = (userId: string, what: string): void => {
  try {
    sessionStorage.removeItem(keyOf(userId, what))
  } catch {
    // Nothing can be kept here, so nothing is there to forget.
  }
}
