import { v7 as uuidv7 } from 'uuid'
import type { RegistrationForm } from '#contract/auth.ts'
import { errors } from '#contract/errors.ts'
import { trialLengthMs } from '#contract/subscription.ts'
import { uniqueViolation } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { hashPassword } from './password.ts'
import { findPreviousTrialEnd, findUser, insertAccount, type UserRow } from './store.ts'

/** Runs a write of an e-mail address and says so when somebody else has it. */
export const rejectDuplicateEmail = async <Result>(write: Promise<Result>): Promise<Result> => {
  try {
    return await write
  } catch (error) {
    if (uniqueViolation(error) !== 'users_email') throw error
    throw new AppError('email_taken', { fields: { email: errors.email_taken.message } })
  }
}

/**
 * An account with one user, whose 3-day trial starts now, or goes on where they had one before; a mail welcomes
 * an e-mail that is here for the first time, and is not the demonstration's.
 */
export const registerUser = async (
  { db, now }: Services,
  form: Pick<RegistrationForm, 'nome' | 'email' | 'password'>,
  { isDemonstration = false } = {},
): Promise<UserRow> => {
  const previousTrialEnd = await findPreviousTrialEnd(db, form.email)
  const user = {
    accountId: uuidv7(),
    id: uuidv7(),
    nome: form.nome,
    email: form.email,
    passwordHash: await hashPassword(form.password),
    isDemonstration,
    trialEnd: previousTrialEnd ?? new Date(now().getTime() + trialLengthMs),
  }
  const mail = { kind: 'welcome', nome: user.nome, trialEnd: user.trialEnd.toISOString() } as const
  const open = db.transaction(async tx => {
    await insertAccount(tx, user)
    if (!isDemonstration && !previousTrialEnd) await queueMail(tx, user.accountId, user.email, mail, now())
  })
  await rejectDuplicateEmail(open)
  const row = await findUser(db, user.accountId, user.id)
  if (!row) throw new Error('the account that was just opened is gone')
  return row
}
