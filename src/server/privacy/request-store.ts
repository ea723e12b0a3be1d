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

export const insertRequest = async (tx: QueryRunner, row: NewRow): Promise<RequestRow> => {
  const stored = await tx.row<RequestRow>(
    `insert into privacy_requests
       (account_id, id, protocol, kind, requester, phone, email, verified_how, received_on, due_on, created_by)
     values ($1, $2, $3, $4, $5, nullif($6, ''), nullif($7, ''), $8, $9, $9::date + $10::integer, $11)
     returning ${columns}`,
    [
      row.accountId,
      row.id,
      row.protocol,
      row.kind,
      row.requester,
      row.telefone,
      row.email,
      row.verifiedHow,
      row.receivedOn,
      row.days,
      row.createdBy,
    ],
  )
  if (!stored) throw new Error('the request was not stored')
  return stored
}

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
