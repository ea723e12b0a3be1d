import { clearTabStorage, removeStored, setStored } from '#web/lib/browser-storage.ts'

/** Written and taken away at once: the other tabs hear of it before the token goes, and nothing of it stays. */
export const expiryKey = 'sessao-expirou'

export const notifyOtherTabsOfExpiry = (): void => {
  setStored(expiryKey, '1')
  removeStored(expiryKey)
}

const withTabStorage = (write: (tab: Storage) => void): void => {
  try {
    write(sessionStorage)
  } catch {
    // Where nothing can be kept, nothing typed was kept either.
  }
}

/** What this tab keeps of what was typed then waits for whoever typed it. */
export const markTabExpired = (): void => withTabStorage(tab => tab.setItem(expiryKey, '1'))

export const clearTabExpired = (): void => withTabStorage(tab => tab.removeItem(expiryKey))

/** Whoever left, in whichever tab and perhaps while this one slept, leaves nothing in a browser that may not be theirs. */
export const clearDraftsUnlessExpired = (): void => {
  let hasExpired = false
  withTabStorage(tab => {
    hasExpired = tab.getItem(expiryKey) !== null
  })
  if (!hasExpired) clearTabStorage()
}
