import { isGrantable } from '#contract/team/roles.ts'
import type { Caller } from '../auth/access.ts'
import { findMember, findOwner, type MemberRow, removeMember } from '../auth/member-store.ts'
import type { QueryRunner } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type LeadWriter, writeLeads } from '../leads/write/lead-writer.ts'
import type { Services } from '../services.ts'
import { insertAccountTrailEntry, type NewAccountTrailEntry } from '../trail/account-trail-store.ts'
import { lockTeam } from './invite-member.ts'
import { removeInvitesBy } from './invite-store.ts'

/** Runs `work` under the locks of the leads and of the team, in this order, with the caller as of now. */
const withTeamAndLeads = <Result>(
  { db }: Services,
  { accountId, userId, actor }: Caller,
  work: (parts: { leads: LeadWriter; tx: QueryRunner; caller: MemberRow }) => Promise<Result>,
): Promise<Result> =>
  writeLeads(db, { accountId, actor, userId: null }, { adds: true }, async (leads, _, tx) =>
    work({ leads, tx, caller: await lockTeam(tx, { accountId, userId }) }),
  )

interface Leaving {
  leads: LeadWriter
  tx: QueryRunner
  member: MemberRow
  leadsTo: MemberRow | null
}

/** Ends a membership: gives the leads away and ends sessions and open invitations. Returns the number of leads. */
const endMembership = async (
  { leads, tx, member, leadsTo }: Leaving,
  entry: Pick<NewAccountTrailEntry, 'accountId' | 'actorId' | 'action' | 'ip' | 'now'>,
): Promise<number> => {
  const { accountId, actorId: removedBy, now } = entry
  const count = await leads.reassign(member.id, leadsTo?.id ?? null)
  await removeInvitesBy(tx, accountId, member.id)
  await removeMember(tx, accountId, member, { removedBy, leadsTo: leadsTo?.id ?? null, now })
  const details = { leads: String(count), ...(leadsTo && { leadsTo: leadsTo.nome }) }
  await insertAccountTrailEntry(tx, { ...entry, subject: member.nome, details })
  return count
}

/**
 * Removes a member at once and gives their leads to another member, or to none. Throws `not_found`, `role_too_high`, or
 * `validation_failed` if `leadsTo` is no other member.
 */
export const removeFromTeam = (
  services: Services,
  caller: Caller,
  { id, leadsTo: to }: { id: string; leadsTo: string | null },
  ip: string,
): Promise<number> =>
  withTeamAndLeads(services, caller, async ({ leads, tx, caller: { team_role } }) => {
    const { accountId, userId: actorId } = caller
    const member = await findMember(tx, accountId, id)
    if (!member) throw new AppError('not_found')
    if (!isGrantable(team_role, member.team_role)) throw new AppError('role_too_high')
    const leadsTo = to === null ? null : to === id ? undefined : await findMember(tx, accountId, to)
    if (leadsTo === undefined)
      throw new AppError('validation_failed', { fields: { leadsTo: 'Escolha outra pessoa da equipe' } })
    const entry = { accountId, actorId, action: 'remove-member', ip, now: services.now() } as const
    return endMembership({ leads, tx, member, leadsTo }, entry)
  })

/** Ends the caller's own membership; the owner gets the leads. Throws `owner_cannot_leave`. */
export const leaveTeam = (services: Services, caller: Caller, ip: string): Promise<number> =>
  withTeamAndLeads(services, caller, async ({ leads, tx, caller: member }) => {
    const { accountId, userId: actorId } = caller
    if (member.team_role === 'owner') throw new AppError('owner_cannot_leave')
    const owner = await findOwner(tx, accountId)
    const leadsTo = (owner && (await findMember(tx, accountId, owner.id))) ?? null
    const entry = { accountId, actorId, action: 'leave', ip, now: services.now() } as const
    return endMembership({ leads, tx, member, leadsTo }, entry)
  })
