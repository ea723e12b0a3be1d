import { randomInt } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import {
  type ClosedRequest,
  type NewPrivacyRequest,
  type PrivacySettings,
  type PrivacySettingsChange,
  requestDays,
  smallAgentRequestDays,
} from '#contract/privacy/privacy.ts'
import type { Caller } from '../auth/access.ts'
import { lockAccount } from '../auth/account-store.ts'
import type { Db, QueryRunner } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { mergeChange } from '../http/merge-change.ts'
import { insertAccountTrailEntry } from '../trail/account-trail-store.ts'
import { closeRequest, findRequest, insertRequest, type RequestRow, updateRequest } from './request-store.ts'
import { findPrivacySettings, savePrivacySettings } from './settings-store.ts'

interface Origin {
  ip: string
  now: Date
}

/** Without letters and digits that are easily confused. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** "LGPD-2026-7K3FQ9XW" */
const newProtocol = (now: Date): string => {
  const code = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `LGPD-${now.getUTCFullYear()}-${code}`
}

/**
 * Records a request. The deadline counts calendar days from its receipt. A request that is sent again with its id is stored as
 * it was sent last. Throws `request_closed` if it was answered or anonymized meanwhile.
 */
export const addRequest = (
  db: Db,
  { accountId, userId }: Caller,
  body: NewPrivacyRequest,
  { ip, now }: Origin,
): Promise<RequestRow> =>
  db.transaction(async tx => {
    const { isSmallAgent } = await findPrivacySettings(tx, accountId)
    const days = isSmallAgent ? smallAgentRequestDays : requestDays
    const id = body._id ?? uuidv7()
    const row = { ...body, accountId, id, protocol: newProtocol(now), days, createdBy: userId }
    const added = await insertRequest(tx, row)
    const earlier = added ?? (await lockOpenRequest(tx, accountId, id))
    if (earlier.requester === null) throw new AppError('request_closed')
    const stored = added ?? (await updateRequest(tx, row))
    if (!stored) return earlier
    const details = { protocol: stored.protocol, kind: stored.kind }
    await insertAccountTrailEntry(tx, { accountId, actorId: userId, action: 'privacy-request', details, ip, now })
    return stored
  })

/** Locks a request that is to be answered. Throws `not_found` or `request_closed`. */
export const lockOpenRequest = async (tx: QueryRunner, accountId: string, id: string): Promise<RequestRow> => {
  const request = await findRequest(tx, accountId, id)
  if (!request) throw new AppError('not_found')
  if (request.state !== 'aberto') throw new AppError('request_closed')
  return request
}

/** Records the answer to a request. Throws `not_found` or `request_closed`. */
export const answerRequest = (
  db: Db,
  { accountId, userId }: Caller,
  id: string,
  body: ClosedRequest,
  { ip, now }: Origin,
): Promise<RequestRow> =>
  db.transaction(async tx => {
    if (!(await findRequest(tx, accountId, id))) throw new AppError('not_found')
    const closed = await closeRequest(tx, { accountId, userId, id }, body, now)
    if (!closed) throw new AppError('request_closed')
    const details = { protocol: closed.protocol, state: closed.state }
    const entry = { accountId, actorId: userId, action: 'privacy-request-closed', details, ip, now } as const
    await insertAccountTrailEntry(tx, entry)
    return closed
  })

/** Changes deadlines and retention, and records it. */
export const changePrivacySettings = (
  db: Db,
  { accountId, userId }: Caller,
  { was, ...form }: PrivacySettingsChange,
  { ip, now }: Origin,
): Promise<PrivacySettings> =>
  db.transaction(async tx => {
    if (!(await lockAccount(tx, accountId))) throw new AppError('session_expired')
    const settings = mergeChange(await findPrivacySettings(tx, accountId), form, was)
    await savePrivacySettings(tx, accountId, settings)
    await insertAccountTrailEntry(tx, { accountId, actorId: userId, action: 'privacy-settings', ip, now })
    return settings
  })
