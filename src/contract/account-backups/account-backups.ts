import { CurrentPassword } from '../auth/auth-forms.ts'
import { endpoint } from '../endpoint.ts'
import { Timestamp } from '../values/date-inputs.ts'
import { IdParams } from '../values/id.ts'
import { BoundedText } from '../values/text.ts'
import { z } from '../zod.ts'
import { NewRestore, Restore, RestoreStart } from './restore.ts'

/** Why a backup cannot be used. */
export const backupFailures = ['damaged', 'incomplete', 'newer-format'] as const
export type BackupFailure = (typeof backupFailures)[number]

export const AccountBackup = z.object({
  _id: z.uuid(),
  /** `manual`: the owner asked for it. `before-restore` is made before a restore, for its undo. */
  kind: z.enum(['daily', 'manual', 'before-restore']),
  /** Time of the data. */
  createdAt: Timestamp,
  /** Last day without changes since then, whose backup it is too. */
  day: z.string(),
  leads: z.int(),
  bytes: z.int(),
  /** When it was last read back as a whole; null for a backup that was not, or that has failed. */
  verifiedAt: z.nullable(Timestamp),
  failure: z.nullable(z.enum(backupFailures)),
  /** When all its leads were last loaded into a scratch account. */
  loadedAt: z.nullable(Timestamp),
  expiresAt: z.nullable(Timestamp),
})
export type AccountBackup = z.infer<typeof AccountBackup>

/** Backups that an owner may ask for in 24 hours. */
export const maxManualBackups = 3

export const AccountBackups = z.object({
  /** Newest first. */
  backups: z.array(AccountBackup),
  /** The last ones, newest first. */
  restores: z.array(Restore),
  /** How long the plan keeps backups; 0 without them. */
  dailyDays: z.int(),
  weeklyWeeks: z.int(),
  /** Whether a backup that the owner asked for is being made. */
  isBeingMade: z.boolean(),
  /** Whether the last attempt failed. */
  isFailing: z.boolean(),
})
export type AccountBackups = z.infer<typeof AccountBackups>

const invalidLink = 'Este link expirou ou já foi usado. Peça outro em Perfil, Cópias.'

export const accountBackupsApi = {
  list: endpoint({
    method: 'GET',
    path: '/account-backups',
    access: 'backups.manage',
    summary: 'The daily backups of the account and its last restores',
    status: 200,
    response: AccountBackups,
  }),
  create: endpoint({
    method: 'POST',
    path: '/account-backups',
    access: 'backups.manage',
    summary: `Makes a backup in the background, up to ${maxManualBackups} in 24 hours. Without changes, the last one is read again instead`,
    status: 204,
  }),
  createLink: endpoint({
    method: 'POST',
    path: '/account-backups/:id/link',
    access: 'backups.manage',
    summary: 'Creates a link that downloads one backup once, within 15 minutes',
    params: IdParams,
    body: z.object({ password: CurrentPassword('Informe sua senha') }),
    status: 200,
    response: z.object({ url: z.string(), expiresAt: Timestamp }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/account-backups/file',
    access: 'public',
    summary: 'The backup of a link, as compressed lines of JSON',
    query: z.object({
      token: BoundedText(43, invalidLink, invalidLink).check(z.minLength(43, { error: invalidLink })),
    }),
    status: 200,
    fileMediaType: 'application/gzip',
  }),
  prepareRestore: endpoint({
    method: 'POST',
    path: '/account-restores',
    access: 'backups.manage',
    summary: 'Counts what a restore would do; writes nothing. Needs a plan with backups',
    body: NewRestore,
    status: 201,
    response: Restore,
  }),
  findRestore: endpoint({
    method: 'GET',
    path: '/account-restores/:id',
    access: 'backups.manage',
    summary: 'One restore with its preview, progress and result',
    params: IdParams,
    status: 200,
    response: Restore,
  }),
  startRestore: endpoint({
    method: 'POST',
    path: '/account-restores/:id/start',
    access: 'backups.manage',
    summary: 'Starts a prepared restore in the background, after a backup of the leads as they are',
    params: IdParams,
    body: RestoreStart,
    status: 200,
    response: Restore,
  }),
  cancelRestore: endpoint({
    method: 'POST',
    path: '/account-restores/:id/cancel',
    access: 'backups.manage',
    summary: 'Ends a restore after its current batch; what it wrote stays and can be undone',
    params: IdParams,
    status: 200,
    response: Restore,
  }),
  undoRestore: endpoint({
    method: 'POST',
    path: '/account-restores/:id/undo',
    access: 'backups.manage',
    summary: 'Undoes a restore within 7 days; leads changed since stay as they are',
    params: IdParams,
    status: 200,
    response: Restore,
  }),
}
