import { useSyncExternalStore } from 'react'
import { readToken } from '#web/lib/token.ts'

const neverChanges = () => () => {}

/**
 * What only the visitor's browser knows. The page that the build rendered shows `before`, and so does the first
 * rendering in the browser, which has to find what is already there.
 */
export const useClientValue = <Value extends string | number | boolean | undefined>(
  read: () => Value,
  before: Value,
): Value => useSyncExternalStore(neverChanges, read, () => before)

const hasNoToken = () => readToken() === null

/** Not worth asking the server: whose session has ended meanwhile is told so one screen further. */
export const useIsGuest = (): boolean => useClientValue(hasNoToken, true)
