import type { User } from '#contract/user.ts'
import { getStored, removeStored, setStored } from '#web/lib/browser-storage.ts'

const userKey = 'user'

/** What the browser keeps of the user: enough to say who is signed in while the server is away, and no more. */
type StoredUser = Pick<User, '_id' | 'nome' | 'email' | 'role'>

export const saveStoredUser = ({ _id, nome, email, role }: User): void => {
  setStored(userKey, JSON.stringify({ _id, nome, email, role } satisfies StoredUser))
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

/** The stored name, or nothing when what is stored is not ours. */
export const getStoredName = (): string | undefined => textOf(readUser().nome)

export const getStoredEmail = (): string | undefined => textOf(readUser().email)
