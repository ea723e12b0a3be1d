import { v7 as uuidv7 } from 'uuid'
import type { LoginResponse } from '#contract/auth/auth.ts'
import type { JoinForm } from '#contract/auth/auth-forms.ts'
import { maskEmail } from '#contract/auth/mask-email.ts'
import type { InviteView } from '#contract/team/invites.ts'
import type { Caller } from '../auth/access.ts'
import { lockAccount } from '../auth/account-store.ts'
import { createSession } from '../auth/create-session.ts'
import { findMember, findMemberByEmail, hasIdentity, insertIdentity, insertMember } from '../auth/member-store.ts'
import { hashPassword } from '../auth/password.ts'
import { rejectDuplicateEmail } from '../auth/register-user.ts'
import { hashToken } from '../auth/session-token.ts'
import { findUser } from '../auth/store.ts'
import { switchAccount } from '../auth/switch-account.ts'
import type { QueryRunner } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { insertAccountTrailEntry } from '../trail/account-trail-store.ts'
import { findInviteByToken, type InviteRow, removeInvite } from './invite-store.ts'
import { countSeats } from './seats.ts'

const findValidInvite = async (db: QueryRunner, token: string, now: Date): Promise<InviteRow> => {
  const invite = await findInviteByToken(db, hashToken(token), now)
  if (!invite) throw new AppError('invalid_invite')
  return invite
}

/** Returns what the link offers. Throws `invalid_invite` for a used, withdrawn or expired link. */
export const viewInvite = async ({ db, now }: Services, token: string): Promise<InviteView> => {
  const { account, inviter, team_role, email } = await findValidInvite(db, token, now())
  return {
    account,
    invitedBy: inviter,
    team_role,
    maskedEmail: maskEmail(email),
    hasLogin: await hasIdentity(db, email),
  }
}

/**
 * Turns an invitation into a membership and notifies the inviter. Throws `invalid_invite` if it was used meanwhile,
 * `seat_required` without a free seat.
 */
const join = async (tx: QueryRunner, invite: InviteRow, identityId: string, now: Date): Promise<string> => {
  const { account_id: accountId, team_role, invited_by: invitedBy, account, email } = invite
  const isOpen = (await lockAccount(tx, accountId)) && (await removeInvite(tx, accountId, invite.id))
  if (!isOpen) throw new AppError('invalid_invite')
  if (await findMemberByEmail(tx, accountId, email)) throw new AppError('already_member')
  const { members, held } = await countSeats(tx, accountId, now)
  if (members >= held.seats) throw new AppError('seat_required')
  const id = uuidv7()
  await insertMember(tx, { accountId, id, identityId, team_role, invitedBy, now })
  await insertAccountTrailEntry(tx, { accountId, actorId: id, action: 'join', details: { team_role }, now })
  const inviter = await findMember(tx, accountId, invitedBy)
  const member = await findMember(tx, accountId, id)
  if (inviter && member) {
    const mail = { kind: 'member-joined', nome: inviter.nome, member: member.nome, account } as const
    await queueMail(tx, accountId, inviter.email, mail, now)
  }
  return id
}

/**
 * Adds the caller to the account of an invitation and switches to it. The caller keeps their other accounts. Throws
 * `invited_elsewhere` if the invitation is for another e-mail.
 */
export const acceptInvite = async (
  services: Services,
  caller: Caller,
  token: string,
  userAgent: string | undefined,
): Promise<LoginResponse> => {
  const { db, now } = services
  const accountId = await db.transaction(async tx => {
    const invite = await findValidInvite(tx, token, now())
    if (invite.email.toLowerCase() !== caller.user.email.toLowerCase()) throw new AppError('invited_elsewhere')
    await join(tx, invite, caller.identityId, now())
    return invite.account_id
  })
  return switchAccount(services, caller, accountId, userAgent)
}

/** Creates a login for the invited e-mail, which the link has confirmed. Throws `email_taken` if it has a login. */
export const joinByInvite = async (
  services: Services,
  { token, nome, password }: JoinForm & { token: string },
  userAgent: string | undefined,
): Promise<LoginResponse> => {
  const { db, now } = services
  await findValidInvite(db, token, now())
  const passwordHash = await hashPassword(password)
  const joined = db.transaction(async tx => {
    const invite = await findValidInvite(tx, token, now())
    const identityId = uuidv7()
    await insertIdentity(tx, { id: identityId, nome, email: invite.email, passwordHash })
    return { accountId: invite.account_id, id: await join(tx, invite, identityId, now()) }
  })
  const { accountId, id } = await rejectDuplicateEmail(joined)
  const user = await findUser(db, accountId, id)
  if (!user) throw new AppError('session_expired')
  return createSession(services, user, userAgent)
}
