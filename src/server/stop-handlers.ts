type Stop = () => Promise<unknown>

const handlers: Stop[] = []

/** Registers a function for `stopAll`. */
export const onStop = (stop: Stop): void => void handlers.push(stop)

/** Runs in reverse order of registration. */
export const stopAll = async (): Promise<void> => {
  for (const stop of handlers.splice(0).reverse()) await stop()
}
