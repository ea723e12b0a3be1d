/**
 * Runs `work` while no other tab runs work of this name; a closed tab no longer counts. Without Web Locks, which need HTTPS,
 * no tab waits. Rejects with the signal's reason if it aborts first.
 */
export const withLock = <Result>(
  name: string,
  work: () => Promise<Result>,
  options: { signal?: AbortSignal } = {},
): Promise<Result> => (navigator.locks ? navigator.locks.request(name, options, work) : work())
