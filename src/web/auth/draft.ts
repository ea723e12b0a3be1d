const keyOf = (userId: string, what: string): string => `rascunho:${userId}:${what}`

/** What was typed and not saved, for this tab: it outlives a reload and an expired session, not the tab. */
export const writeDraft = (userId: string, what: string, values: object): void => {
  try {
    sessionStorage.setItem(keyOf(userId, what), JSON.stringify(values))
  } catch {
    // Where nothing can be kept, the form still works.
  }
}

/** The draft in the fields of `like`, which fills in those that the draft does not have. */
export const readDraft = <Values extends object>(userId: string, what: string, like: Values): Values | undefined => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(userId, what)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const fields = Object.keys(like).filter(field => field in kept)
    return { ...like, ...Object.fromEntries(fields.map(field => [field, kept[field]])) }
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
