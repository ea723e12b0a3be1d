import { forgetStored, forgetTab, store } from '#web/lib/browser-storage.ts'

/** Written and taken away at once: the other tabs hear of it before the token goes, and nothing of it stays. */
export const expiryKey = 'sessao-expirou'

export const tellOtherTabsOfExpiry = (): void => {
  store(expiryKey, '1')
  forgetStored(expiryKey)
}

const markOfTab = (write: (tab: Storage) => void): void => {
  try {
    write(sessionStorage)
  } catch {
    // Where nothing can be kept, nothing typed was kept either.
  }
}

/** What this tab keeps of what was typed then waits for whoever typed it. */
export const noteExpiry = (): void => markOfTab(tab => tab.setItem(expiryKey, '1'))

export const noteSignIn = (): void => markOfTab(tab => tab.removeItem(expiryKey))

/** Whoever left, in whichever tab and perhaps while this one slept, leaves nothing in a browser that may not be theirs. */
export const forgetTypedUnlessExpired = (): void => {
  let hasExpired = false
  markOfTab(tab => {
    hasExpired = tab.getItem(expiryKey) !== null
  })
  if (!hasExpired) forgetTab()
}
