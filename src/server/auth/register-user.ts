import { v7 as uuidv7 } from 'uuid'
import type { RegistrationForm } from '#contract/auth/auth-forms.ts'
import { trialLengthMs } from '#contract/billing/subscription.ts'
import { errors } from '#contract/errors.ts'
import { uniqueViolation } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { findPreviousTrialEnd, insertAccount } from './account-store.ts'
import { hashPassword } from './password.ts'
import { findUser, type UserRow } from './store.ts'

/** Converts a violation of the unique e-mail into `email_taken`. */
export const rejectDuplicateEmail = async <Result>(write: Promise<Result>): Promise<Result> => {
  try {
    return await write
  } catch (error) {
    if (uniqueViolation(error) !== 'identities_email') throw error
    throw new AppError('email_taken', { fields: { email: errors.email_taken.message } })
  }
}

/**
 * Creates an identity and its account and starts the 3-day trial, or continues the earlier trial of this e-mail. Queues a
 * welcome mail unless the e-mail had an account before or is a demo user's.
 */
export const registerUser = async (
  { db, now }: Services,
  form: Pick<RegistrationForm, 'nome' | 'email' | 'password'>,
  { isDemonstration = false } = {},
): Promise<UserRow> => {
  const previousTrialEnd = await findPreviousTrialEnd(db, form.email)
  const account = {
    accountId: uuidv7(),
    identityId: uuidv7(),
    nome: form.nome,
    email: form.email,
    passwordHash: await hashPassword(form.password),
    isDemonstration,
    trialEnd: previousTrialEnd ?? new Date(now().getTime() + trialLengthMs),
  }
  const mail = { kind: 'welcome', nome: account.nome, trialEnd: account.trialEnd.toISOString() } as const
  const open = db.transaction(async tx => {
    await insertAccount(tx, account)
    if (!isDemonstration && !previousTrialEnd) await queueMail(tx, account.accountId, account.email, mail, now())
  })
  await rejectDuplicateEmail(open)
  const row = await findUser(db, account.accountId, account.identityId)
  if (!row) throw new Error('the account was deleted right after its creation')
  return row
}
