import { getStored, removeStored, setStored } from './browser-storage.ts'

type PreferenceOptions<Value extends string> = {
  key: string
  /** The first value is the default and is not stored. */
  values: readonly [Value, ...Value[]]
  apply: (value: Value) => void
}

/** Creates a preference of this browser, shared between tabs. */
export const createStoredPreference = <Value extends string>({ key, values, apply }: PreferenceOptions<Value>) => {
  const listeners = new Set<() => void>()
  const load = (): Value => {
    const stored = getStored(key)
    return values.find(value => value === stored) ?? values[0]
  }
  let current = load()
  const change = (value: Value) => {
    current = value
    apply(value)
    for (const listener of listeners) listener()
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) change(load())
  }
  apply(current)

  return {
    read: () => current,
    write: (value: Value) => {
      // Without storage, the choice lasts until the page unloads.
      if (value === values[0]) removeStored(key)
      else setStored(key, value)
      change(value)
    },
    subscribe: (listener: () => void) => {
      if (listeners.size === 0) window.addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', onStorage)
      }
    },
  }
}
