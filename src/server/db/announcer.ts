const intervalMs = 50
/** A payload has at most 8,000 bytes. */
const maxAccounts = 200

/** Channel whose payload lists accounts with new rows in the feed of changes. */
export const liveChannel = 'live'

/**
 * Notifies other processes of accounts with new changes: at most every 50 ms, and never in a transaction that writes, because
 * commits that notify run one at a time in the whole database. A lost notification is made up for by polling.
 */
export const createAnnouncer = (notify: (channel: string, payload: string) => Promise<unknown>) => {
  const accounts = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = (): void => {
    timer = undefined
    const ids = [...accounts].slice(0, maxAccounts)
    if (ids.length === 0) return
    for (const id of ids) accounts.delete(id)
    timer = setTimeout(send, intervalMs)
    notify(liveChannel, ids.join()).catch(() => {})
  }
  return {
    announce: (accountId: string): void => {
      accounts.add(accountId)
      if (!timer) send()
    },
    stop: (): void => clearTimeout(timer),
  }
}
