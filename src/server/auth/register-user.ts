import { v7 as uuidv7 } from 'uuid'
import type { RegistrationForm } from '#contract/auth-forms.ts'
import { errors } from '#contract/errors.ts'
import { trialLengthMs } from '#contract/subscription.ts'
import { uniqueViolation } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { findPreviousTrialEnd, insertAccount } from './account-store.ts'
import { hashPassword } from './password.ts'
import { findUser, type UserRow } from './store.ts'

/** Runs a write of an e-mail address and says so when somebody else has it. */
export const rejectDuplicateEmail = async <Result>(write: Promise<Result>): Promise<Result> => {
  try {
    return await write
  } catch (error) {
    if (uniqueViolation(error) !== 'identities_email') throw error
    throw new AppError('email_taken', { fields: { email: errors.email_taken.message } })
  }
}

/**
 * An identity and its account, whose 3-day trial starts now, or goes on where they had one before; a mail welcomes
 * an e-mail that is here for the first time, and is not the demonstration's.
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
  if (!row) throw new Error('the account that was just opened is gone')
  return row
}
