const days = [3, 5, 7]

/** When a charge that failed for the n-th time is tried again, or null when that was the last. */
export const nextAttemptAfter = (attempts: number, failedAt: number): number | null => {
  const wait = days[attempts - 1]
  return wait === undefined ? null : failedAt + wait * 86_400
}
