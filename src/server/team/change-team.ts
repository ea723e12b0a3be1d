import type { FastifyRequest } from 'fastify'
import { type InvitedRole, isGrantable } from '#contract/team/roles.ts'
import type { TeamSettings, TeamSettingsForm } from '#contract/team/settings.ts'
import type { Caller } from '../auth/access.ts'
import { findSettings, updateSettings } from '../auth/account-store.ts'
import { confirmPassword } from '../auth/confirm-password.ts'
import { findMember, updateTeamRole } from '../auth/member-store.ts'
import { AppError } from '../errors.ts'
import { mergeChange } from '../http/merge-change.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { insertAccountTrailEntry } from '../trail/account-trail-store.ts'
import { lockTeam } from './invite-member.ts'

/** Changes the role of a member. Throws `not_found`, or `role_too_high` for an equal or higher role. */
export const changeRole = (
  { db, now }: Services,
  { accountId, userId }: Caller,
  id: string,
  role: InvitedRole,
  ip: string,
): Promise<void> =>
  db.transaction(async tx => {
    const caller = await lockTeam(tx, { accountId, userId })
    const member = await findMember(tx, accountId, id)
    if (!member) throw new AppError('not_found')
    if (!isGrantable(caller.team_role, member.team_role) || !isGrantable(caller.team_role, role))
      throw new AppError('role_too_high')
    if (member.team_role === role) return
    await updateTeamRole(tx, accountId, id, role)
    const details = { from: member.team_role, to: role }
    const entry = { accountId, actorId: userId, action: 'change-role', subject: member.nome, details, ip } as const
    await insertAccountTrailEntry(tx, { ...entry, now: now() })
  })

/**
 * Makes another member the owner and the caller a manager, and mails both. The plan stays. Throws `wrong_password`,
 * `not_found`, or `forbidden` if the caller is no longer the owner.
 */
export const transferOwnership = async (
  services: Services,
  caller: Caller,
  { to, password }: { to: string; password: string },
  request: FastifyRequest,
): Promise<void> => {
  const { db, now } = services
  const { accountId, userId, account } = caller
  await confirmPassword(services, caller, password, request)
  await db.transaction(async tx => {
    const owner = await lockTeam(tx, caller)
    if (owner.team_role !== 'owner') throw new AppError('forbidden')
    const next = to === userId ? undefined : await findMember(tx, accountId, to)
    if (!next) throw new AppError('not_found')
    // The unique index of owners is checked for each row.
    await updateTeamRole(tx, accountId, userId, 'manager')
    await updateTeamRole(tx, accountId, to, 'owner')
    const about = { accountId, actorId: userId, subject: next.nome, ip: request.ip, now: now() }
    await insertAccountTrailEntry(tx, { ...about, action: 'transfer-ownership' })
    const received = {
      kind: 'ownership-received',
      nome: next.nome,
      account: account.nome,
      previous: owner.nome,
    } as const
    await queueMail(tx, accountId, next.email, received, now())
    const given = { kind: 'ownership-given', nome: owner.nome, account: account.nome, next: next.nome } as const
    await queueMail(tx, accountId, owner.email, given, now())
  })
}

/** Changes the settings and records the changed ones. Throws `stale_setting` if others changed one since `was`. */
export const changeSettings = (
  { db, now }: Services,
  { accountId, userId }: Caller,
  { was, ...form }: TeamSettingsForm,
  ip: string,
): Promise<TeamSettings> =>
  db.transaction(async tx => {
    await lockTeam(tx, { accountId, userId })
    // The caller was read before the lock.
    const before = await findSettings(tx, accountId)
    if (!before) throw new AppError('session_expired')
    const next = mergeChange(before, form, was)
    const changed = (Object.keys(next) as (keyof TeamSettings)[]).filter(name => next[name] !== before[name])
    if (changed.length === 0) return next
    await updateSettings(tx, accountId, next)
    const details = Object.fromEntries(changed.map(name => [name, String(next[name])]))
    await insertAccountTrailEntry(tx, {
      accountId,
      actorId: userId,
      action: 'change-settings',
      details,
      ip,
      now: now(),
    })
    return next
  })

export const toTeamSettings = ({ account, settings }: Pick<Caller, 'account' | 'settings'>): TeamSettings => ({
  nome: account.nome,
  timezone: account.timezone as TeamSettings['timezone'],
  sellers_see: settings.sellersSee,
  sellers_take_unassigned: settings.sellersTakeUnassigned,
  digest_hour: settings.digestHour as TeamSettings['digest_hour'],
})
