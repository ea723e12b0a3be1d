import type { SignedInState } from '#contract/auth/auth.ts'
import type { User } from '#contract/auth/user.ts'
import { entitlements } from '#contract/billing/entitlements.ts'
import type { PendingPayment } from '#contract/billing/pending-payment.ts'
import { type AccessState, isOnTrial, type PlanId, type SubscriptionStatus } from '#contract/billing/subscription.ts'
import type { ShownBrand } from '#contract/brand/shown-brand.ts'
import { type StoredBrand, toShownBrand } from '#contract/brand/to-shown-brand.ts'
import { permittedActions } from '#contract/policies.ts'
import type { Account, Member, TeamRole } from '#contract/team/roles.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'

/** As billing stores it. */
interface StoredPendingPayment {
  plan: PlanId | null
  method: PendingPayment['method']
  amountCents: number
  isFirst: boolean
  expiresAt: string | null
}

const toPendingPayment = (stored: StoredPendingPayment): PendingPayment => ({
  plan: stored.plan,
  method: stored.method,
  amount: stored.amountCents,
  expires_at: stored.expiresAt,
  is_first: stored.isFirst,
})

/** An identity in one of its accounts. */
export interface UserRow {
  account_id: string
  /** Id of the membership. */
  id: string
  identity_id: string
  nome: string
  team_role: TeamRole
  email: string
  role: 'admin' | 'user'
  password_hash: string
  /** Pending e-mail, and until when it can be confirmed. */
  new_email: string | null
  new_email_until: string | null
  created_at: string
  updated_at: string
  account_nome: string
  timezone: string
  sellers_see: 'own' | 'all'
  sellers_take_unassigned: boolean
  digest_hour: number | null
  subscription_plan: PlanId | null
  subscription_status: SubscriptionStatus
  current_period_end: string | null
  cancel_at_period_end: boolean
  next_attempt_at: string | null
  scheduled_plan: PlanId | null
  scheduled_plan_at: string | null
  payment_returned: boolean
  pending_payment: StoredPendingPayment | null
  trial_end: string
  /** The password is printed at startup. */
  is_demonstration: boolean
  stripe_customer_id: string | null
  stripe_subscription_id: string | null
  /** Also while the plan does not hold it. */
  brand: StoredBrand | null
}

/** Members who have left have no identity, so queries on these tables do not find them. */
export const userTables = `users u join identities i on i.id = u.identity_id join accounts a on a.id = u.account_id`

const brandSql = `(select json_build_object('nome', b.nome, 'color', b.color, 'logo_sha', b.logo_sha)
    from account_brands b where b.account_id = a.id) as brand`

export const userColumns = `u.account_id, u.id, u.identity_id, u.nome, u.team_role, i.email, i.role, i.password_hash,
  i.created_at, i.updated_at, i.new_email, i.new_email_until, a.nome as account_nome, a.timezone, a.sellers_see,
  a.sellers_take_unassigned, a.digest_hour,
  a.subscription_plan, a.subscription_status, a.current_period_end, a.cancel_at_period_end, a.trial_end,
  a.is_demonstration, a.next_attempt_at, a.scheduled_plan, a.scheduled_plan_at, a.payment_returned,
  a.pending_payment,
  a.stripe_customer_id, a.stripe_subscription_id, ${brandSql}`

const isPending = ({ new_email_until: until }: UserRow, now: Date): boolean => until !== null && new Date(until) > now

const toOptionalTimestamp = (text: string | null): string | null => text && toIsoTimestamp(text)

const nextChargeOf = (row: UserRow): string | null => {
  if (row.subscription_status === 'past_due') return toOptionalTimestamp(row.next_attempt_at)
  if (row.subscription_status !== 'active' || row.cancel_at_period_end) return null
  return toOptionalTimestamp(row.current_period_end)
}

/** Converts a row to the API's user. `is_trial` becomes false when the trial ends. */
export const toUser = (row: UserRow, now: Date): User => {
  const trial_end = toIsoTimestamp(row.trial_end)
  return {
    _id: row.identity_id,
    nome: row.nome,
    email: row.email,
    pending_email: isPending(row, now) ? row.new_email : null,
    role: row.role,
    createdAt: toIsoTimestamp(row.created_at),
    updatedAt: toIsoTimestamp(row.updated_at),
    subscription_plan: row.subscription_plan,
    subscription_status: row.subscription_status,
    current_period_end: toOptionalTimestamp(row.current_period_end),
    cancel_at_period_end: row.cancel_at_period_end,
    next_charge_at: nextChargeOf(row),
    scheduled_plan: row.scheduled_plan,
    scheduled_plan_at: toOptionalTimestamp(row.scheduled_plan_at),
    payment_returned: row.payment_returned,
    ...(row.pending_payment && { pending_payment: toPendingPayment(row.pending_payment) }),
    is_trial: isOnTrial({ ...row, trial_end }, now),
    trial_end,
    stripe_customer_id: row.stripe_customer_id,
    subscription: {
      status: row.subscription_status,
      plan: row.subscription_plan,
      stripeCustomerId: row.stripe_customer_id,
      stripeSubscriptionId: row.stripe_subscription_id,
    },
  }
}

export const toAccount = (row: UserRow): Account => ({
  _id: row.account_id,
  nome: row.account_nome,
  timezone: row.timezone,
})

/** What the owner has chosen for the account. */
export interface AccountSettings {
  /** Which leads a seller sees. */
  sellersSee: 'own' | 'all'
  /** Whether a seller sees the leads without a responsible person too. */
  sellersTakeUnassigned: boolean
  /** Hour of the morning mail, if the account sends one. */
  digestHour: number | null
}

export const toSettings = (row: UserRow): AccountSettings => ({
  sellersSee: row.sellers_see,
  sellersTakeUnassigned: row.sellers_take_unassigned,
  digestHour: row.digest_hour,
})

export const toMember = (row: UserRow): Member => ({ _id: row.id, team_role: row.team_role })

/** Returns the account's brand while its plan holds it. */
export const shownBrandOf = (
  { account_id: accountId, brand }: Pick<UserRow, 'account_id' | 'brand'>,
  user: AccessState,
  now: Date,
): ShownBrand | undefined => (brand && entitlements(user, now).brand ? toShownBrand(accountId, brand) : undefined)

/** What users see of themselves and their account. */
export const toSignedInState = (row: UserRow, now: Date): SignedInState => {
  const [user, member] = [toUser(row, now), toMember(row)]
  const brand = shownBrandOf(row, user, now)
  return {
    user,
    account: toAccount(row),
    member,
    may: permittedActions({ user, member }),
    ...(brand && { brand }),
  }
}

/** Orders an identity's accounts: the one used last, then the one joined first. */
export const latestAccountFirst = '(u.account_id = i.last_account_id) is true desc, u.joined_at, u.account_id'

/** Returns the identity with this e-mail as a member of its latest account. */
export const findUserByEmail = (db: QueryRunner, email: string): Promise<UserRow | undefined> =>
  db.row(
    `select ${userColumns} from ${userTables} where lower(i.email) = lower($1)
      order by ${latestAccountFirst} limit 1`,
    [email],
    'find-user-by-email',
  )

export const findUser = (db: QueryRunner, accountId: string, id: string): Promise<UserRow | undefined> =>
  db.row(`select ${userColumns} from ${userTables} where u.account_id = $1 and u.id = $2`, [accountId, id], 'find-user')

/**
 * Changes the name in every account of the identity, and only the letter case of the e-mail; another e-mail must be
 * confirmed. An account named like its owner is renamed too.
 */
export const updateProfile = (db: QueryRunner, identityId: string, nome: string, email: string): Promise<number> =>
  db.run(
    `with old as (select id, nome from identities where id = $1),
     account as (
       update accounts a set nome = $2 from old join users u on u.identity_id = old.id and u.team_role = 'owner'
        where a.id = u.account_id and a.nome = old.nome and a.nome <> $2),
     member as (update users set nome = $2 where identity_id = $1)
     update identities set nome = $2, email = case when lower(email) = lower($3) then $3 else email end, updated_at = now()
      where id = $1`,
    [identityId, nome, email],
  )

/** Replaces the verified password and clears a pending e-mail. Returns `false` if the password was changed since. */
export const updatePassword = async (
  tx: QueryRunner,
  { identity_id, password_hash: verified }: UserRow,
  passwordHash: string,
): Promise<boolean> =>
  (await tx.run(
    `update identities
        set password_hash = $3, new_email = null, new_email_until = null, new_email_tokens = '{}', updated_at = now()
      where id = $1 and password_hash = $2`,
    [identity_id, verified, passwordHash],
  )) === 1

/** Locks the identity's row until the transaction ends. Returns `false` if the identity was deleted. */
export const lockIdentity = async (tx: QueryRunner, id: string): Promise<boolean> =>
  (await tx.row('select from identities where id = $1 for no key update', [id])) !== undefined

export const updateRole = (db: QueryRunner, identityId: string, role: UserRow['role']): Promise<number> =>
  db.run('update identities set role = $2, updated_at = now() where id = $1', [identityId, role])
