import type { Invite } from '#contract/team/invites.ts'
import type { InvitedRole } from '#contract/team/roles.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'

export interface InviteRow {
  account_id: string
  id: string
  email: string
  team_role: InvitedRole
  invited_by: string
  inviter: string
  account: string
  created_at: string
  expires_at: string
}

const inviteQuery = `select i.account_id, i.id, i.email, i.team_role, i.invited_by, u.nome as inviter, a.nome as account,
    i.created_at, i.expires_at
  from invites i
  join users u on u.account_id = i.account_id and u.id = i.invited_by
  join accounts a on a.id = i.account_id`

export const toInvite = (row: InviteRow): Invite => ({
  _id: row.id,
  email: row.email,
  team_role: row.team_role,
  invitedBy: row.inviter,
  createdAt: toIsoTimestamp(row.created_at),
  expiresAt: toIsoTimestamp(row.expires_at),
})

/** Latest first. */
export const listInvites = (db: QueryRunner, accountId: string, now: Date): Promise<InviteRow[]> =>
  db.rows(`${inviteQuery} where i.account_id = $1 and i.expires_at > $2 order by i.created_at desc, i.id`, [
    accountId,
    now,
  ])

export const findInvite = (db: QueryRunner, accountId: string, id: string, now: Date): Promise<InviteRow | undefined> =>
  db.row(`${inviteQuery} where i.account_id = $1 and i.id = $2 and i.expires_at > $3`, [accountId, id, now])

export const findInviteByEmail = (
  db: QueryRunner,
  accountId: string,
  email: string,
  now: Date,
): Promise<InviteRow | undefined> =>
  db.row(`${inviteQuery} where i.account_id = $1 and lower(i.email) = lower($2) and i.expires_at > $3`, [
    accountId,
    email,
    now,
  ])

export const findInviteByToken = (db: QueryRunner, tokenHash: Buffer, now: Date): Promise<InviteRow | undefined> =>
  db.row(
    `${inviteQuery} join invite_links l on l.account_id = i.account_id and l.invite_id = i.id
      where l.token_hash = $1 and i.expires_at > $2`,
    [tokenHash, now],
  )

/** Members and open invitations share the seats of the plan. */
export const countInvites = async (db: QueryRunner, accountId: string, now: Date): Promise<number> => {
  const text = 'select count(*) as count from invites where account_id = $1 and expires_at > $2'
  return (await db.row<{ count: number }>(text, [accountId, now]))?.count ?? 0
}

interface NewInvite {
  accountId: string
  id: string
  email: string
  team_role: InvitedRole
  invitedBy: string
  now: Date
  expiresAt: Date
}

/** Replaces an earlier invitation of the e-mail with its links, expired or not. */
export const insertInvite = async (tx: QueryRunner, invite: NewInvite): Promise<void> => {
  await tx.run('delete from invites where account_id = $1 and lower(email) = lower($2)', [
    invite.accountId,
    invite.email,
  ])
  await tx.run(
    `insert into invites (account_id, id, email, team_role, invited_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [invite.accountId, invite.id, invite.email, invite.team_role, invite.invitedBy, invite.now, invite.expiresAt],
  )
}

/** Returns `false` if the invitation was used or withdrawn meanwhile. */
export const removeInvite = async (tx: QueryRunner, accountId: string, id: string): Promise<boolean> =>
  (await tx.run('delete from invites where account_id = $1 and id = $2', [accountId, id])) === 1

/** Invitations by a former member end with their membership. */
export const removeInvitesBy = (tx: QueryRunner, accountId: string, invitedBy: string): Promise<number> =>
  tx.run('delete from invites where account_id = $1 and invited_by = $2', [accountId, invitedBy])

/** Returns `false` if the invitation was used or withdrawn meanwhile. */
export const insertInviteLink = async (
  db: QueryRunner,
  { account_id, id }: Pick<InviteRow, 'account_id' | 'id'>,
  tokenHash: Buffer,
): Promise<boolean> =>
  (await db.run(
    `insert into invite_links (token_hash, account_id, invite_id)
     select $3, account_id, id from invites where account_id = $1 and id = $2 for key share`,
    [account_id, id, tokenHash],
  )) === 1

export const removeExpiredInvites = (db: QueryRunner, now: Date): Promise<number> =>
  db.run('delete from invites where expires_at <= $1', [now])
