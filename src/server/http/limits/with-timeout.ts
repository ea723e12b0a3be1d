/** Rejects with `createTimeoutError()` if `work` takes longer than `ms`. Does not cancel `work`. */
export const withTimeout = <Result>(
  work: Promise<Result>,
  ms: number,
  createTimeoutError: () => Error,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(createTimeoutError()), ms)
    const settle =
      <Value>(end: (value: Value) => void) =>
      (value: Value) => {
        clearTimeout(timer)
        end(value)
      }
    work.then(settle(resolve), settle(reject))
  })
