import type { User } from '#contract/auth/user.ts'
import { getStored, removeStored, setStored } from '#web/lib/browser-storage.ts'

const userKey = 'user'

/**
 * Stored for the display name while the server is unavailable, and for public/start.js, which asks for no leads that the last
 * session could not read. Grants nothing.
 */
interface StoredUser extends Pick<User, '_id' | 'nome' | 'email' | 'role'> {
  canReadLeads: boolean
}

export const saveStoredUser = ({ _id, nome, email, role }: User, canReadLeads: boolean): void => {
  setStored(userKey, JSON.stringify({ _id, nome, email, role, canReadLeads } satisfies StoredUser))
}

export const clearStoredUser = (): void => removeStored(userKey)

const readUser = (): Partial<StoredUser> => {
  try {
    return JSON.parse(getStored(userKey) ?? 'null') ?? {}
  } catch {
    return {}
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Returns the stored name, or `undefined` for invalid data. */
export const getStoredName = (): string | undefined => textOf(readUser().nome)

export const getStoredEmail = (): string | undefined => textOf(readUser().email)
