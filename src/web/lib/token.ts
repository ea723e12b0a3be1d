import { getStored, removeStored, setStored } from './browser-storage.ts'

export const tokenKey = 'token'

// Where the browser keeps nothing, the session lives as long as the page.
let memoryToken: string | null = null

/** As stored, be it sound or not: only the server knows. */
export const readToken = (): string | null => memoryToken ?? getStored(tokenKey)

export const storeToken = (token: string): void => {
  memoryToken = setStored(tokenKey, token) ? null : token
}

export const clearToken = (): void => {
  memoryToken = null
  removeStored(tokenKey)
}

/** Whether a token can travel in a header at all: fetch throws on line breaks and accents, as if the network were down. */
export const isValidHeaderValue = (token: string): boolean => /^[\x21-\x7e]{1,512}$/.test(token)
