import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { type Entitlements, entitlements } from '#contract/billing/entitlements.ts'
import {
  type CaptureForm,
  CaptureFormBody,
  type CaptureFormPatch,
  type NewCaptureForm,
} from '#contract/capture/capture.ts'
import { z } from '#contract/zod.ts'
import type { Caller } from '../auth/access.ts'
import { lockAccount } from '../auth/account-store.ts'
import type { QueryRunner } from '../db/client.ts'
import { AppError, requirePlan } from '../errors.ts'
import { fieldMessages } from '../http/bodies/field-messages.ts'
import { mergeChange } from '../http/merge-change.ts'
import type { Services } from '../services.ts'
import {
  countForms,
  countMembers,
  findForm,
  insertForm,
  listForms,
  saveConsentText,
  toCaptureForm,
  toFormBody,
  updateForm,
} from './form-store.ts'
import { countWaiting } from './submission-store.ts'

type Context = Services & { caller: Caller }

const heldBy = ({ caller, now }: Context): Entitlements => entitlements(caller.user, now())

export const listCaptureForms = async (
  context: Context,
): Promise<{ forms: CaptureForm[]; limit: number; waiting: number }> => {
  const { captureForms } = heldBy(context)
  const { accountId } = context.caller
  const rows = await listForms(context.db, accountId)
  return {
    forms: rows.map((row, index) => toCaptureForm(row, index >= captureForms)),
    limit: captureForms,
    waiting: await countWaiting(context.db, accountId),
  }
}

const getForm = async (context: Context, id: string): Promise<CaptureForm> => {
  const { forms } = await listCaptureForms(context)
  const found = forms.find(({ _id }) => _id === id)
  if (!found) throw new AppError('not_found')
  return found
}

/** A member may leave later: then the rotation goes on without them. Throws `validation_failed`. */
const assertValid = async (
  tx: QueryRunner,
  accountId: string,
  { memberIds, redirectUrl }: CaptureFormBody,
): Promise<void> => {
  if (redirectUrl !== null && !URL.canParse(redirectUrl))
    throw new AppError('validation_failed', { fields: { redirectUrl: 'Este endereço não vale' } })
  const known = await countMembers(tx, accountId, memberIds)
  if (known < new Set(memberIds).size)
    throw new AppError('validation_failed', { fields: { memberIds: 'Escolha pessoas que estão na equipe' } })
}

/** 128 random bits: the address of a form is public, but not guessable from another. */
const newPublicKey = (): string => randomBytes(16).toString('base64url')

/** Throws `plan_required` if the plan holds no other form. */
const assertRoom = async (tx: QueryRunner, context: Context): Promise<void> => {
  const used = await countForms(tx, context.caller.accountId)
  const message = used > 0 ? 'Sua conta já usa todos os formulários do plano.' : undefined
  requirePlan(heldBy(context), 'captureForms', ({ captureForms }) => captureForms > used, message)
}

/**
 * Creates a form. One that is sent again with its id is stored as it was sent last. Throws `plan_required` beyond the plan's
 * number of forms, and `validation_failed`.
 */
export const createCaptureForm = async (
  context: Context,
  { _id: id = uuidv7(), ...form }: NewCaptureForm,
): Promise<CaptureForm> => {
  const { db, now, caller } = context
  const { accountId } = caller
  await db.transaction(async tx => {
    if (!(await lockAccount(tx, accountId))) throw new AppError('session_expired')
    const isNew = (await findForm(tx, accountId, id)) === undefined
    if (isNew) await assertRoom(tx, context)
    await assertValid(tx, accountId, form)
    const consentVersion = await saveConsentText(tx, accountId, id, form.consentText, now())
    if (isNew) await insertForm(tx, { accountId, id, key: newPublicKey(), consentVersion, now: now() }, form)
    else await updateForm(tx, { accountId, id, consentVersion }, form)
  })
  return getForm(context, id)
}

/**
 * Leaves the fields that the change does not name as they are stored. Throws `not_found`, `validation_failed`, or
 * `stale_setting` with the form's fields.
 */
export const changeCaptureForm = async (
  context: Context,
  id: string,
  { was, ...change }: CaptureFormPatch,
): Promise<CaptureForm> => {
  const { db, now, caller } = context
  const { accountId } = caller
  await db.transaction(async tx => {
    if (!(await lockAccount(tx, accountId))) throw new AppError('session_expired')
    const stored = await findForm(tx, accountId, id)
    if (!stored) throw new AppError('not_found')
    const { data: form, error } = z.safeParse(CaptureFormBody, mergeChange(toFormBody(stored), change, was))
    if (error) throw new AppError('validation_failed', { fields: fieldMessages(error.issues) })
    await assertValid(tx, accountId, form)
    const consentVersion = await saveConsentText(tx, accountId, id, form.consentText, now())
    if ((await updateForm(tx, { accountId, id, consentVersion }, form)) === 0) throw new AppError('not_found')
  })
  return getForm(context, id)
}
