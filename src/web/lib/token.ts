import { getStored, removeStored, setStored } from './browser-storage.ts'

export const tokenKey = 'token'

// Without storage, the session lasts until the page unloads.
let memoryToken: string | null = null

/** Returns the stored token without validating it. */
export const readToken = (): string | null => memoryToken ?? getStored(tokenKey)

export const storeToken = (token: string): void => {
  memoryToken = setStored(tokenKey, token) ? null : token
}

export const clearToken = (): void => {
  memoryToken = null
  removeStored(tokenKey)
}

/** Returns whether a header can carry the token. `fetch` throws on line breaks and accents as for a network failure. */
export const isValidHeaderValue = (token: string): boolean => /^[\x21-\x7e]{1,512}$/.test(token)
