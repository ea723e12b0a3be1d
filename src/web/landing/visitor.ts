import { useSyncExternalStore } from 'react'
import { readToken } from '#web/lib/token.ts'

const neverChanges = () => () => {}

/**
 * Reads a value that only the browser knows. Returns `before` in the prerendered page and during hydration, so that
 * the markup matches.
 */
export const useClientValue = <Value extends string | number | boolean | undefined>(
  read: () => Value,
  before: Value,
): Value => useSyncExternalStore(neverChanges, read, () => before)

const hasNoToken = () => readToken() === null

/** Checks the stored token only. An expired session shows on the next page. */
export const useIsGuest = (): boolean => useClientValue(hasNoToken, true)
