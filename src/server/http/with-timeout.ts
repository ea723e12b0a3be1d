/** Rejects with `createTimeoutError()` if `work` takes longer than `ms`. Does not cancel `work`. */
export const withTimeout = async <Result>(
  work: Promise<Result>,
  ms: number,
  createTimeoutError: () => Error,
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createTimeoutError()), ms)
  })
  return Promise.race([work, end]).finally(() => clearTimeout(timer))
}
