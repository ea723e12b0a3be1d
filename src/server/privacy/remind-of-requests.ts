import { reminderDays } from '#contract/privacy/privacy.ts'
import { findOwner } from '../auth/member-store.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { claimReminders, listAccountsToRemind } from './reminder-store.ts'

/**
 * Tells owners of open requests whose deadlines are near, in the app and by mail, each time once however many processes run
 * it. Rights do not expire with a card, so neither do the reminders.
 */
export const remindOfRequests = async ({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> => {
  const at = now()
  for (const accountId of await listAccountsToRemind(db, reminderDays, at)) {
    await db.transaction(async tx => {
      const requests = await claimReminders(tx, accountId, reminderDays, at)
      const owner = await findOwner(tx, accountId)
      if (!owner) return
      for (const { protocol, kind, received_on: receivedOn, due_on: dueOn } of requests) {
        const facts = { nome: owner.nome, protocol, request: kind, receivedOn, dueOn }
        await queueMail(tx, accountId, owner.email, { kind: 'request-deadline', ...facts }, at)
      }
    })
    db.announce(accountId)
  }
}
