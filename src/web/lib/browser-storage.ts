/** Reads `localStorage`, which may throw on access: private windows, a full disk, a policy. */
export const getStored = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Returns whether the value was stored. */
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
    // Without storage, there is nothing to remove.
  }
}

/** Removes this tab's unsaved input. */
export const clearTabStorage = (): void => {
  try {
    sessionStorage.clear()
  } catch {
    // Without storage, there is nothing to remove.
  }
}
