import { findUserByEmail, updateRole } from '../auth/store.ts'
import type { Services } from '../services.ts'
import { insertTrailEntry } from '../trail/store.ts'

export type RoleChange = 'changed' | 'unchanged' | 'user-not-found'

/** Makes somebody an administrator or an ordinary user, and says so in the trail. It holds from their next request on. */
export const changeRole = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  email: string,
  role: 'admin' | 'user',
): Promise<RoleChange> =>
  db.transaction(async tx => {
    const user = await findUserByEmail(tx, email)
    if (!user) return 'user-not-found'
    if (user.role === role) return 'unchanged'
    await updateRole(tx, user.identity_id, role)
    await insertTrailEntry(tx, {
      actor: null,
      action: role === 'admin' ? 'grant-admin' : 'revoke-admin',
      subjectEmail: user.email,
      now: now(),
    })
    return 'changed'
  })
