import type { ProfileForm } from '#contract/user.ts'
import { AppError } from '../errors.ts'
import { queueMail, removeWantedResets } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import type { Caller } from './access.ts'
import { refusingTakenEmail } from './register-user.ts'
import { removeResets } from './reset-store.ts'
import { findUser, type UserRow, updateProfile } from './store.ts'

/** A new name and e-mail. When the e-mail changes, links sent to the old one are void and it is told of the change. */
export const changeProfile = (
  { db, now }: Services,
  { accountId, userId, user }: Caller,
  { nome, email }: ProfileForm,
): Promise<UserRow> => {
  const isMoved = email.toLowerCase() !== user.email.toLowerCase()
  const change = db.transaction(async tx => {
    await updateProfile(tx, accountId, userId, nome, email)
    if (isMoved) {
      await removeResets(tx, accountId, userId)
      await removeWantedResets(tx, user.email)
      const mail = { kind: 'email-changed', nome, newEmail: email, at: now().toISOString() } as const
      await queueMail(tx, accountId, user.email, mail, now())
    }
    const row = await findUser(tx, accountId, userId)
    if (!row) throw new AppError('session_expired')
    return row
  })
  return refusingTakenEmail(change)
}
