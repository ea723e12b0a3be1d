/** How long data is stored. The jobs that delete it and the privacy policy read the same numbers. */

/** How long a removed lead can be restored. */
export const trashDays = 30
/** What a change of many leads needs for its undo. */
export const bulkUndoDays = 30
/** What an import needs for its undo. */
export const importUndoDays = 30
/** What a restore from a backup of the account needs for its undo. */
export const restoreUndoDays = 7
/** Backups of an account whose plan has none anymore. */
export const pausedBackupDays = 30
export const backupLinkMinutes = 15
/** Feed of changes to leads. */
export const feedDays = 30
/** A session ends after this time without use, */
export const sessionIdleDays = 7
/** and after this time in any case. */
export const sessionMaxDays = 30
export const resetLinkHours = 1
export const emailLinkHours = 24
export const inviteDays = 7
/** Mails that could not be delivered. */
export const undeliveredDays = 90
/** Log and messages of webhooks. */
export const webhookDays = 30
/** What members were told in the app. */
export const notificationDays = 30
/** What was sent to capture forms, and whose turn each lead was. */
export const captureDays = 90
/** Answers to repeated requests with one Idempotency-Key. */
export const idempotencyHours = 24
/** IDs of processed Stripe events. */
export const stripeEventDays = 60
