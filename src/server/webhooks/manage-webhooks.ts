import { type Entitlements, entitlements } from '#contract/billing/entitlements.ts'
import { pingEvent } from '#contract/webhooks/events.ts'
import { refusalTexts } from '#contract/webhooks/refusals.ts'
import type { Webhook, WebhookDelivery, WebhookForm, WebhookPatch } from '#contract/webhooks/webhooks.ts'
import type { Caller } from '../auth/access.ts'
import { lockAccount } from '../auth/account-store.ts'
import { toIsoTimestamp } from '../db/client.ts'
import { AppError, requirePlan } from '../errors.ts'
import type { Services } from '../services.ts'
import { deliver, secretContext } from './deliver.ts'
import { findDelivery, insertClaimedPing, requeueDeliveries, skipPending } from './delivery-store.ts'
import { newWebhookSecret } from './sign.ts'
import { type EndpointRow, findEndpoint, insertEndpoint, listEndpoints, updateEndpoint, updateSecret } from './store.ts'

const rotationMs = 24 * 60 * 60 * 1000

const toWebhook = (row: EndpointRow, older: number, held: Entitlements, now: Date): Webhook => ({
  _id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  state: row.state,
  disabledReason: row.disabled_reason,
  isPausedByPlan: older >= held.webhooks,
  failingSince: row.failing_since && toIsoTimestamp(row.failing_since),
  oldSecretUntil:
    row.old_secret_until && new Date(row.old_secret_until) > now ? toIsoTimestamp(row.old_secret_until) : null,
  createdAt: toIsoTimestamp(row.created_at),
})

type Context = Services & { caller: Caller }

export const listWebhooks = async ({ db, now, caller }: Context): Promise<{ webhooks: Webhook[]; limit: number }> => {
  const held = entitlements(caller.user, now())
  const rows = await listEndpoints(db, caller.accountId)
  return { webhooks: rows.map((row, index) => toWebhook(row, index, held, now())), limit: held.webhooks }
}

const getWebhook = async (context: Context, id: string): Promise<Webhook> => {
  const { webhooks } = await listWebhooks(context)
  const found = webhooks.find(({ _id }) => _id === id)
  if (!found) throw new AppError('not_found')
  return found
}

/** Throws `plan_required` for an endpoint beyond the plan, and `not_found`. */
const requireIncluded = async ({ db, now, caller }: Context, id: string): Promise<void> => {
  const older = (await listEndpoints(db, caller.accountId)).findIndex(row => row.id === id)
  if (older === -1) throw new AppError('not_found')
  requirePlan(entitlements(caller.user, now()), 'webhooks', ({ webhooks }) => webhooks > older)
}

/** Throws `validation_failed` with the broken rule. */
const assertAllowedUrl = async ({ outbound }: Services, url: string): Promise<void> => {
  const refusal = await outbound.check(url)
  if (refusal) throw new AppError('validation_failed', { fields: { url: refusalTexts[refusal] } })
}

/**
 * Subscribes an address. A repetition with the same id changes the subscription and gets a new secret, since the first is not
 * stored readably. Throws `validation_failed` and `plan_required`.
 */
export const createWebhook = async (
  context: Context,
  id: string,
  form: WebhookForm,
): Promise<{ webhook: Webhook; secret: string }> => {
  const { db, now, caller, secrets } = context
  const { accountId, actor } = caller
  const held = entitlements(caller.user, now())
  requirePlan(held, 'webhooks')
  await assertAllowedUrl(context, form.url)
  const secret = newWebhookSecret()
  const encrypted = secrets.encrypt(secret, secretContext(accountId, id))
  const isNew = await db.transaction(async tx => {
    if (!(await lockAccount(tx, accountId))) throw new AppError('session_expired')
    const existing = await listEndpoints(tx, accountId)
    if (!existing.some(row => row.id === id))
      requirePlan(
        held,
        'webhooks',
        ({ webhooks }) => webhooks > existing.length,
        'Sua conta já usa todos os webhooks do plano.',
      )
    const isNew = await insertEndpoint(tx, accountId, { ...form, id, secret: encrypted, actor, now: now() })
    if (!isNew) await updateEndpoint(tx, accountId, id, form)
    return isNew
  })
  return isNew ? { webhook: await getWebhook(context, id), secret } : rotateSecret(context, id)
}

/** Both secrets sign for a day. Returns the new one, which is not stored readably. Throws `not_found`. */
export const rotateSecret = async (context: Context, id: string): Promise<{ webhook: Webhook; secret: string }> => {
  const { db, now, caller, secrets } = context
  const secret = newWebhookSecret()
  const encrypted = secrets.encrypt(secret, secretContext(caller.accountId, id))
  const oldUntil = new Date(now().getTime() + rotationMs)
  if (!(await updateSecret(db, caller.accountId, id, encrypted, oldUntil))) throw new AppError('not_found')
  return { webhook: await getWebhook(context, id), secret }
}

/** A paused endpoint gets nothing that happens meanwhile. Throws `validation_failed`, `plan_required` and `not_found`. */
export const changeWebhook = async (context: Context, id: string, patch: WebhookPatch): Promise<Webhook> => {
  const { db, caller } = context
  if (patch.state === 'active') await requireIncluded(context, id)
  if (patch.url !== undefined) await assertAllowedUrl(context, patch.url)
  await db.transaction(async tx => {
    if (!(await updateEndpoint(tx, caller.accountId, id, patch))) throw new AppError('not_found')
    if (patch.state === 'paused') await skipPending(tx, caller.accountId, id)
  })
  return getWebhook(context, id)
}

/** Sends a ping through the same rules as every delivery, and returns its outcome. */
export const testWebhook = async (context: Context, id: string): Promise<WebhookDelivery> => {
  const { db, now, caller } = context
  await requireIncluded(context, id)
  const ping = await insertClaimedPing(db, caller.accountId, id, pingEvent, now())
  await deliver(context, ping)
  const found = await findDelivery(db, caller.accountId, id, ping.message_id)
  if (!found) throw new AppError('not_found')
  return found
}

/** Sends one delivery, or all failed and skipped ones, again. Returns their number. */
export const redeliver = async (context: Context, id: string, messageId?: string): Promise<number> => {
  const { db, now, caller } = context
  await requireIncluded(context, id)
  const endpoint = await findEndpoint(db, caller.accountId, id)
  if (endpoint?.state !== 'active')
    throw new AppError('validation_failed', { message: 'Ative o webhook antes de reenviar.' })
  return requeueDeliveries(db, caller.accountId, id, now(), messageId)
}
