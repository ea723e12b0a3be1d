import { v7 as uuidv7 } from 'uuid'
import { inviteDays } from '#contract/retention.ts'
import type { InviteForm } from '#contract/team/invite-form.ts'
import { isGrantable } from '#contract/team/roles.ts'
import type { Caller } from '../auth/access.ts'
import { lockAccount } from '../auth/account-store.ts'
import { findMember, findMemberByEmail } from '../auth/member-store.ts'
import { consumeLimit } from '../auth/rate-limits.ts'
import type { QueryRunner } from '../db/client.ts'
import { AppError, requirePlan } from '../errors.ts'
import { queueInvite } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { insertAccountTrailEntry } from '../trail/account-trail-store.ts'
import { findInvite, findInviteByEmail, type InviteRow, insertInvite, removeInvite } from './invite-store.ts'
import { countSeats } from './seats.ts'

const inviteTtlMs = inviteDays * 24 * 60 * 60 * 1000
const noSeatLeft =
  'Todas as vagas do plano estão ocupadas. Retire um convite, remova alguém da equipe ou mude de plano.'

export type TeamActor = Pick<Caller, 'accountId' | 'userId'>

/** Limits the mails of an account and the mails that one address receives, which may be a stranger's. */
const consumeInviteLimits = async (services: Services, accountId: string, email: string): Promise<void> => {
  await consumeLimit(services, [['invite', accountId]])
  await consumeLimit(services, [['inviteTo', email]])
}

/** Locks the team and returns the caller as of now. Throws `session_expired` for a former member. */
export const lockTeam = async (tx: QueryRunner, { accountId, userId }: TeamActor) => {
  const caller = (await lockAccount(tx, accountId)) && (await findMember(tx, accountId, userId))
  if (!caller) throw new AppError('session_expired')
  return caller
}

const saveInvite = async (
  tx: QueryRunner,
  { accountId, userId }: TeamActor,
  { email, team_role }: InviteForm,
  now: Date,
  id: string = uuidv7(),
): Promise<InviteRow> => {
  const expiresAt = new Date(now.getTime() + inviteTtlMs)
  await insertInvite(tx, { accountId, id, email, team_role, invitedBy: userId, now, expiresAt })
  await queueInvite(tx, accountId, id, email, now)
  const invite = await findInvite(tx, accountId, id, now)
  if (!invite) throw new Error('the invitation is missing right after its creation')
  return invite
}

/**
 * Invites an e-mail. An open invitation of the e-mail is replaced and needs no further seat. Throws `role_too_high`,
 * `already_member`, or `plan_required` without a free seat.
 */
export const inviteMember = async (services: Services, actor: TeamActor, form: InviteForm, ip: string) => {
  const { db, now } = services
  const { accountId, userId: actorId } = actor
  await consumeInviteLimits(services, accountId, form.email)
  return db.transaction(async tx => {
    const { team_role } = await lockTeam(tx, actor)
    const open = await findInviteByEmail(tx, accountId, form.email, now())
    if (!isGrantable(team_role, form.team_role) || (open && !isGrantable(team_role, open.team_role)))
      throw new AppError('role_too_high')
    if (await findMemberByEmail(tx, accountId, form.email)) throw new AppError('already_member')
    if (!open) {
      const { members, invites, held } = await countSeats(tx, accountId, now())
      requirePlan(held, 'seats', ({ seats }) => seats > members + invites, noSeatLeft)
    }
    const subject = form.email
    const details = { team_role: form.team_role }
    await insertAccountTrailEntry(tx, { accountId, actorId, action: 'invite', subject, details, ip, now: now() })
    return saveInvite(tx, actor, form, now(), open?.id)
  })
}

const findGrantedInvite = async (tx: QueryRunner, actor: TeamActor, id: string, now: Date): Promise<InviteRow> => {
  const { team_role } = await lockTeam(tx, actor)
  const invite = await findInvite(tx, actor.accountId, id, now)
  if (!invite) throw new AppError('not_found')
  if (!isGrantable(team_role, invite.team_role)) throw new AppError('role_too_high')
  return invite
}

/** Replaces an invitation, under its id, by one that is valid for seven days again. Throws `not_found` or `role_too_high`. */
export const resendInvite = async (services: Services, actor: TeamActor, id: string, ip: string) => {
  const { db, now } = services
  const { accountId, userId: actorId } = actor
  const known = await findInvite(db, accountId, id, now())
  if (!known) throw new AppError('not_found')
  await consumeInviteLimits(services, accountId, known.email)
  return db.transaction(async tx => {
    const { email: subject, ...invite } = await findGrantedInvite(tx, actor, id, now())
    await insertAccountTrailEntry(tx, { accountId, actorId, action: 'resend-invite', subject, ip, now: now() })
    return saveInvite(tx, actor, { email: subject, team_role: invite.team_role }, now(), id)
  })
}

/** Withdraws an invitation with its links. Throws `not_found` or `role_too_high`. */
export const withdrawInvite = ({ db, now }: Services, actor: TeamActor, id: string, ip: string): Promise<void> =>
  db.transaction(async tx => {
    const { accountId, userId: actorId } = actor
    const { email: subject } = await findGrantedInvite(tx, actor, id, now())
    await removeInvite(tx, accountId, id)
    await insertAccountTrailEntry(tx, { accountId, actorId, action: 'withdraw-invite', subject, ip, now: now() })
  })
