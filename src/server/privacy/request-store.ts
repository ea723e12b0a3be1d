import type { ClosedRequest, NewPrivacyRequest, PrivacyRequest, RequestState } from '#contract/privacy/privacy.ts'
import type { RequestKind } from '#contract/privacy/request-kinds.ts'
import { toUtcMidnight } from '#contract/values/dates.ts'
import { type QueryRunner, toIsoTimestamp } from '../db/client.ts'

export interface RequestRow {
  id: string
  protocol: string
  kind: RequestKind
  requester: string | null
  phone: string | null
  email: string | null
  verified_how: string | null
  received_on: string
  due_on: string
  state: RequestState
  outcome: string | null
  closed_at: string | null
}

export const toPrivacyRequest = (row: RequestRow): PrivacyRequest => ({
  _id: row.id,
  protocol: row.protocol,
  kind: row.kind,
  requester: row.requester,
  telefone: row.phone,
  email: row.email,
  verifiedHow: row.verified_how,
  receivedOn: toUtcMidnight(row.received_on),
  dueOn: toUtcMidnight(row.due_on),
  state: row.state,
  outcome: row.outcome,
  closedAt: row.closed_at && toIsoTimestamp(row.closed_at),
})

const columns =
  'id, protocol, kind, requester, phone, email, verified_how, received_on, due_on, state, outcome, closed_at'

/** Open requests by deadline, then closed ones, latest first. */
export const listRequests = (
  db: QueryRunner,
  accountId: string,
  limit: number,
  offset: number,
): Promise<RequestRow[]> =>
  db.rows(
    `select ${columns} from privacy_requests where account_id = $1
      order by state <> 'aberto', case when state = 'aberto' then due_on end, closed_at desc, id limit $2 offset $3`,
    [accountId, limit, offset],
  )

export const countRequests = async (db: QueryRunner, accountId: string): Promise<number> => {
  const text = 'select count(*) as count from privacy_requests where account_id = $1'
  return (await db.row<{ count: number }>(text, [accountId]))?.count ?? 0
}

/** Locks the request until the end of the transaction. */
export const findRequest = (tx: QueryRunner, accountId: string, id: string): Promise<RequestRow | undefined> =>
  tx.row(`select ${columns} from privacy_requests where account_id = $1 and id = $2 for update`, [accountId, id])

interface NewRow extends NewPrivacyRequest {
  accountId: string
  id: string
  protocol: string
  days: number
  createdBy: string
}

const writtenColumns = 'kind, requester, phone, email, verified_how, received_on, due_on'
const written = `$3::text, $4::text, nullif($5, ''), nullif($6, ''), $7::text, $8::date, $8::date + $9::integer`
const writtenValues = (row: NewRow) => [
  row.accountId,
  row.id,
  row.kind,
  row.requester,
  row.telefone,
  row.email,
  row.verifiedHow,
  row.receivedOn,
  row.days,
]

/** Returns `undefined` if the account has a request with the id. */
export const insertRequest = (tx: QueryRunner, row: NewRow): Promise<RequestRow | undefined> =>
  tx.row(
    `insert into privacy_requests (account_id, id, ${writtenColumns}, protocol, created_by)
     values ($1, $2, ${written}, $10, $11)
     on conflict (account_id, id) do nothing returning ${columns}`,
    [...writtenValues(row), row.protocol, row.createdBy],
  )

/** Returns `undefined` if nothing changes. */
export const updateRequest = (tx: QueryRunner, row: NewRow): Promise<RequestRow | undefined> =>
  tx.row(
    `update privacy_requests set (${writtenColumns}) = row(${written})
      where account_id = $1 and id = $2 and row(${writtenColumns}) is distinct from row(${written}) returning ${columns}`,
    writtenValues(row),
  )

/** Returns `undefined` if there is no such open request. */
export const closeRequest = (
  tx: QueryRunner,
  { accountId, userId, id }: { accountId: string; userId: string; id: string },
  { state, outcome }: ClosedRequest,
  now: Date,
): Promise<RequestRow | undefined> =>
  tx.row(
    `update privacy_requests set state = $4, outcome = $5, closed_by = $3, closed_at = $6
      where account_id = $1 and id = $2 and state = 'aberto' returning ${columns}`,
    [accountId, id, userId, state, outcome, now],
  )
