import type { Membership } from '#contract/auth/auth-accounts.ts'
import type { InvitedRole, TeamRole } from '#contract/team/roles.ts'
import type { QueryRunner } from '../db/client.ts'
import { type UserRow, userColumns, userTables } from './store.ts'

export interface MemberRow {
  id: string
  identity_id: string
  nome: string
  email: string
  team_role: TeamRole
  joined_at: string
}

const memberColumns = 'u.id, u.identity_id, u.nome, i.email, u.team_role, u.joined_at'
const memberTables = 'users u join identities i on i.id = u.identity_id'

/** Returns the active members in the order of their seats, as the session query counts them. */
export const listMembers = (db: QueryRunner, accountId: string): Promise<MemberRow[]> =>
  db.rows(
    `select ${memberColumns} from ${memberTables} where u.account_id = $1 and u.status = 'active'
      order by (u.team_role = 'owner') desc, u.seat_order, u.joined_at, u.id`,
    [accountId],
  )

/** Returns `undefined` for a former member. */
export const findMember = (db: QueryRunner, accountId: string, id: string): Promise<MemberRow | undefined> =>
  db.row(`select ${memberColumns} from ${memberTables} where u.account_id = $1 and u.id = $2 and u.status = 'active'`, [
    accountId,
    id,
  ])

export const findOwner = (db: QueryRunner, accountId: string): Promise<UserRow | undefined> =>
  db.row(`select ${userColumns} from ${userTables} where u.account_id = $1 and u.team_role = 'owner'`, [accountId])

export const countMembers = async (db: QueryRunner, accountId: string): Promise<number> => {
  const text = `select count(*) as count from users where account_id = $1 and status = 'active'`
  return (await db.row<{ count: number }>(text, [accountId]))?.count ?? 0
}

/** Finds an active member by e-mail, in any letter case. */
export const findMemberByEmail = (db: QueryRunner, accountId: string, email: string): Promise<MemberRow | undefined> =>
  db.row(`select ${memberColumns} from ${memberTables} where u.account_id = $1 and lower(i.email) = lower($2)`, [
    accountId,
    email,
  ])

export const hasIdentity = async (db: QueryRunner, email: string): Promise<boolean> =>
  (await db.row('select from identities where lower(email) = lower($1)', [email])) !== undefined

interface NewMember {
  accountId: string
  id: string
  identityId: string
  team_role: InvitedRole
  invitedBy: string
  now: Date
}

/** Adds an identity to an account, as the last one to get a seat. Violates `users_identity` if it is a member already. */
export const insertMember = (tx: QueryRunner, member: NewMember): Promise<number> =>
  tx.run(
    `insert into users (account_id, id, identity_id, nome, team_role, invited_by, joined_at, seat_order)
     select $1, $2, i.id, i.nome, $4, $5, $6, (select max(seat_order) + 1 from users where account_id = $1)
       from identities i where i.id = $3`,
    [member.accountId, member.id, member.identityId, member.team_role, member.invitedBy, member.now],
  )

/** Creates a login without an account of its own. Violates `identities_email` if the e-mail is taken. */
export const insertIdentity = (
  tx: QueryRunner,
  identity: { id: string; nome: string; email: string; passwordHash: string },
): Promise<number> =>
  tx.run('insert into identities (id, nome, email, password_hash) values ($1, $2, $3, $4)', [
    identity.id,
    identity.nome,
    identity.email,
    identity.passwordHash,
  ])

export const updateTeamRole = (tx: QueryRunner, accountId: string, id: string, role: TeamRole): Promise<number> =>
  tx.run(`update users set team_role = $3 where account_id = $1 and id = $2 and status = 'active'`, [
    accountId,
    id,
    role,
  ])

/** Gives the seats after the owner's to the members in this order. */
export const updateSeatOrder = (tx: QueryRunner, accountId: string, order: readonly string[]): Promise<number> =>
  tx.run(`update users set seat_order = array_position($2::uuid[], id) where account_id = $1 and id = any ($2)`, [
    accountId,
    order,
  ])

interface Removal {
  removedBy: string
  leadsTo: string | null
  now: Date
}

/**
 * Ends a membership and its sessions. The row and its name stay. An identity without another account is deleted, so that its
 * e-mail can register again.
 */
export const removeMember = async (
  tx: QueryRunner,
  accountId: string,
  { id, identity_id: identityId }: MemberRow,
  { removedBy, leadsTo, now }: Removal,
): Promise<void> => {
  await tx.run('select from identities where id = $1 for update', [identityId])
  await tx.run('delete from sessions where account_id = $1 and user_id = $2', [accountId, id])
  await tx.run('update users set leads_to = $3 where account_id = $1 and leads_to = $2', [accountId, id, leadsTo])
  await tx.run(
    `update users set status = 'removed', identity_id = null, removed_at = $4, removed_by = $3, leads_to = $5
      where account_id = $1 and id = $2`,
    [accountId, id, removedBy, now, leadsTo],
  )
  await tx.run('delete from identities i where id = $1 and not exists (select from users where identity_id = i.id)', [
    identityId,
  ])
}

/** By name of the account. */
export const listMemberships = async (
  db: QueryRunner,
  identityId: string,
  currentAccountId: string,
): Promise<Membership[]> => {
  const rows = await db.rows<{ account_id: string; nome: string; timezone: string; team_role: TeamRole }>(
    `select u.account_id, a.nome, a.timezone, u.team_role from users u join accounts a on a.id = u.account_id
      where u.identity_id = $1 order by lower(a.nome), u.account_id`,
    [identityId],
  )
  return rows.map(({ account_id, nome, timezone, team_role }) => ({
    account: { _id: account_id, nome, timezone },
    team_role,
    current: account_id === currentAccountId,
  }))
}

/** Makes an account the one of the next login. Returns the identity's membership there, if it has one. */
export const selectAccount = (db: QueryRunner, identityId: string, accountId: string): Promise<UserRow | undefined> =>
  db.row(
    `with chosen as (
       update identities set last_account_id = $2
        where id = $1 and exists (select from users where identity_id = $1 and account_id = $2) returning id)
     select ${userColumns} from ${userTables} where u.identity_id = (select id from chosen) and u.account_id = $2`,
    [identityId, accountId],
  )
