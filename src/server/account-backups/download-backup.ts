import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountBackupsApi } from '#contract/account-backups/account-backups.ts'
import { backupLinkMinutes } from '#contract/retention.ts'
import { toDateIn } from '#contract/values/dates.ts'
import type { Caller } from '../auth/access.ts'
import { confirmPassword } from '../auth/confirm-password.ts'
import { hashToken, newToken } from '../auth/session-token.ts'
import { AppError } from '../errors.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { insertAccountTrailEntry } from '../trail/account-trail-store.ts'
import { findBackup, insertLink, readParts, takeLink } from './store.ts'
import { unusableBackup } from './verify-backup.ts'

/**
 * Creates a link for one download. The trail and a mail tell the owner, because a file with all leads leaves the product. Throws
 * `wrong_password`, `not_found` or `restore_impossible`.
 */
export const createDownloadLink = async (
  services: Services & { caller: Caller; request: FastifyRequest },
  id: string,
  password: string,
): Promise<{ url: string; expiresAt: string }> => {
  const { db, now, caller, request } = services
  const { accountId, userId, user, account } = caller
  await confirmPassword(services, caller, password, request)
  const backup = await findBackup(db, accountId, id)
  if (!backup) throw new AppError('not_found')
  if (backup.verified_at === null || backup.failure !== null) throw unusableBackup()
  const token = newToken()
  const expiresAt = new Date(now().getTime() + backupLinkMinutes * 60_000)
  await db.transaction(async tx => {
    await insertLink(tx, backup, hashToken(token), expiresAt)
    await insertAccountTrailEntry(tx, {
      accountId,
      actorId: userId,
      action: 'download-backup',
      details: { day: toDateIn(account.timezone, new Date(backup.created_at)) },
      ip: request.ip,
      now: now(),
    })
    const mail = { kind: 'backup-downloaded', nome: user.nome, at: now().toISOString() } as const
    await queueMail(tx, accountId, user.email, mail, now())
  })
  return { url: `/api${accountBackupsApi.download.path}?token=${token}`, expiresAt: expiresAt.toISOString() }
}

/** Sends the backup of a link. Throws `not_found` for a link that expired or was used. */
export const sendBackup = async ({ db, now }: Services, token: string, reply: FastifyReply): Promise<FastifyReply> => {
  const backup = await takeLink(db, hashToken(token), now())
  if (!backup)
    throw new AppError('not_found', { message: 'Este link expirou ou já foi usado. Peça outro em Perfil, Cópias.' })
  const name = `copia-${backup.created_at.slice(0, 10)}.jsonl.gz`
  return reply
    .type('application/gzip')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-length', String(backup.bytes))
    .send(Readable.from(readParts(db, backup)))
}
