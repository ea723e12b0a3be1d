const storageKey = (memberId: string, formName: string): string => `rascunho:${memberId}:${formName}`

/** Unsaved input: the changed fields only. */
export interface FormDraft<Values> {
  /** Version of the edited record, if the record has versions. */
  version?: number | undefined
  typed: Partial<Values>
  /** Values that the fields showed before the change. Drafts of the first release lack these. */
  seen: Partial<Values>
}

/** Lists are values too. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))

const pick = <Values extends object>(values: Partial<Values>, fields: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(fields.map(field => [field, values[field]])) as Partial<Values>

/**
 * Stores the draft in `sessionStorage`, which outlives a reload and an expired session. Stores nothing without a
 * change.
 */
export const saveDraft = <Values extends object>(
  memberId: string,
  formName: string,
  { version, seen, values }: { version?: number | undefined; seen: Values; values: Values },
): void => {
  const changed = (Object.keys(values) as (keyof Values)[]).filter(field => !isSameValue(values[field], seen[field]))
  const draft: FormDraft<Values> = { version, typed: pick(values, changed), seen: pick(seen, changed) }
  try {
    if (changed.length === 0) clearDraft(memberId, formName)
    else sessionStorage.setItem(storageKey(memberId, formName), JSON.stringify(draft))
  } catch {
    // Without storage, the form still works.
  }
}

/** Merges the stored draft into `fresh`, the form's default values. */
export const loadDraft = <Values extends object>(
  memberId: string,
  formName: string,
  fresh: Values,
): FormDraft<Values> | undefined => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey(memberId, formName)) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    // The first release stored every field, changed or not.
    const typed = typeof stored.typed === 'object' ? stored.typed : stored
    const fields = (Object.keys(fresh) as (keyof Values)[]).filter(field => field in typed)
    const changed = typed === stored ? fields.filter(field => typed[field] !== fresh[field]) : fields
    if (changed.length === 0) return undefined
    return { version: stored.version, typed: pick(typed, changed), seen: pick(stored.seen ?? {}, changed) }
  } catch {
    return undefined
  }
}

export const hasDraft = (memberId: string, formName: string): boolean => {
  try {
    return sessionStorage.getItem(storageKey(memberId, formName)) !== null
  } catch {
    return false
  }
}

/** Returns what follows `prefix` in the name of a stored draft. */
export const findDraft = (memberId: string, prefix: string): string | undefined => {
  try {
    const start = storageKey(memberId, prefix)
    return Object.keys(sessionStorage)
      .find(key => key.startsWith(start))
      ?.slice(start.length)
  } catch {
    return undefined
  }
}

export const clearDraft = (memberId: string, formName: string): void => {
  try {
    sessionStorage.removeItem(storageKey(memberId, formName))
  } catch {
    // Without storage, there is no draft to remove.
  }
}

/** Gives a draft another name. Does nothing without one. */
export const moveDraft = (memberId: string, from: string, to: string): void => {
  try {
    const draft = sessionStorage.getItem(storageKey(memberId, from))
    if (draft === null) return
    sessionStorage.setItem(storageKey(memberId, to), draft)
    clearDraft(memberId, from)
  } catch {
    // Without storage, there is no draft to move.
  }
}
