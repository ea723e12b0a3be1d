import { hash, verify } from '@node-rs/argon2'

// OWASP's minimum for argon2id, the library's default algorithm. Hashing runs in libuv's pool, off the event loop; its
// four threads are also what bounds how many run at once.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

const decoy = hashPassword('nobody has this password')

/** Whether the password fits the hash; without a hash (nobody has that e-mail) it takes as long and says no. */
export const verifyPassword = async (passwordHash: string | undefined, password: string): Promise<boolean> => {
  const fits = await verify(passwordHash ?? (await decoy), password)
  return fits && passwordHash !== undefined
}
