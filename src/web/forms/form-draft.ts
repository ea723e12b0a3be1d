const storageKey = (userId: string, formName: string): string => `rascunho:${userId}:${formName}`

/** What was typed and not saved: only the fields that were changed. */
export interface FormDraft<Values> {
  /** Of what the form was opened at, where that has versions. */
  version?: number | undefined
  typed: Partial<Values>
  /** What the same fields showed when they were changed; unknown in drafts of the first release. */
  seen: Partial<Values>
}

const pick = <Values extends object>(values: Partial<Values>, fields: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(fields.map(field => [field, values[field]])) as Partial<Values>

/** Kept for this tab: it outlives a reload and an expired session, not the tab. Without a change nothing is kept. */
export const saveDraft = <Values extends object>(
  userId: string,
  formName: string,
  { version, seen, values }: { version?: number | undefined; seen: Values; values: Values },
): void => {
  const changed = (Object.keys(values) as (keyof Values)[]).filter(field => values[field] !== seen[field])
  const draft: FormDraft<Values> = { version, typed: pick(values, changed), seen: pick(seen, changed) }
  try {
    if (changed.length === 0) clearDraft(userId, formName)
    else sessionStorage.setItem(storageKey(userId, formName), JSON.stringify(draft))
  } catch {
    // Where nothing can be kept, the form still works.
  }
}

/** The draft in the fields of `fresh`, which the form would else begin with. */
export const loadDraft = <Values extends object>(
  userId: string,
  formName: string,
  fresh: Values,
): FormDraft<Values> | undefined => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey(userId, formName)) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    // The first release kept every field, changed or not.
    const typed = typeof stored.typed === 'object' ? stored.typed : stored
    const fields = (Object.keys(fresh) as (keyof Values)[]).filter(field => field in typed)
    const changed = typed === stored ? fields.filter(field => typed[field] !== fresh[field]) : fields
    if (changed.length === 0) return undefined
    return { version: stored.version, typed: pick(typed, changed), seen: pick(stored.seen ?? {}, changed) }
  } catch {
    return undefined
  }
}

export const clearDraft = (userId: string, formName: string): void => {
  try {
    sessionStorage.removeItem(storageKey(userId, formName))
  } catch {
    // Nothing can be kept here, so nothing is there to forget.
  }
}
