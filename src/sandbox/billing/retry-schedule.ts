const days = [3, 5, 7]

/** Returns when to retry after the n-th failed charge, or null after the last. */
export const nextAttemptAfter = (attempts: number, failedAt: number): number | null => {
  const wait = days[attempts - 1]
  return wait === undefined ? null : failedAt + wait * 86_400
}
