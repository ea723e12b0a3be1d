import { clearTabStorage, removeStored, setStored } from '#web/lib/browser-storage.ts'

/** Written and removed at once: notifies other tabs before the token is removed and leaves nothing stored. */
export const expiryKey = 'sessao-expirou'

export const notifyOtherTabsOfExpiry = (): void => {
  setStored(expiryKey, '1')
  removeStored(expiryKey)
}

const withTabStorage = (write: (tab: Storage) => void): void => {
  try {
    write(sessionStorage)
  } catch {
    // Without storage, there are no drafts either.
  }
}

/** Preserves this tab's drafts for the same user's next login. */
export const markTabExpired = (): void => withTabStorage(tab => tab.setItem(expiryKey, '1'))

export const clearTabExpired = (): void => withTabStorage(tab => tab.removeItem(expiryKey))

/**
 * Removes drafts after a sign-out in any tab, even while this tab was suspended. The next user may be another person.
 */
export const clearDraftsUnlessExpired = (): void => {
  let hasExpired = false
  withTabStorage(tab => {
    hasExpired = tab.getItem(expiryKey) !== null
  })
  if (!hasExpired) clearTabStorage()
}
