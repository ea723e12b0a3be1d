import { findUserByEmail, updateRole } from '../auth/store.ts'
import type { Services } from '../services.ts'
import { insertTrailEntry } from '../trail/store.ts'

export type RoleChange = 'changed' | 'unchanged' | 'user-not-found'

/** Grants or revokes the administrator role and records it in the trail. Applies from the user's next request. */
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
