import { forgetStored, readStored, store } from './browser-storage.ts'

export const tokenKey = 'token'

// Where the browser keeps nothing, the session lives as long as the page.
let unstored: string | null = null

/** As stored, be it sound or not: only the server knows. */
export const readToken = (): string | null => unstored ?? readStored(tokenKey)

export const storeToken = (token: string): void => {
  unstored = store(tokenKey, token) ? null : token
}

export const forgetToken = (): void => {
  unstored = null
  forgetStored(tokenKey)
}

/** Whether a token can travel in a header at all: fetch throws on line breaks and accents, as if the network were down. */
export const isSendable = (token: string): boolean => /^[\x21-\x7e]{1,512}$/.test(token)
