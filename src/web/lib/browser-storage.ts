/** localStorage, where even touching it may throw: private windows, a full disk, a policy. */
export const getStored = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Says whether it was kept. */
export const setStored = (key: string, value: string): boolean => {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

export const removeStored = (key: string): void => {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing can be kept here, so nothing is there to forget.
  }
}

/** What this tab alone keeps: whatever was typed and not saved. */
export const clearTabStorage = (): void => {
  try {
    sessionStorage.clear()
  } catch {
    // As above.
  }
}
