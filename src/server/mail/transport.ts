import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import type { Settings } from '../env.ts'
import type { RenderedMail } from './layout.ts'

/** The ID stays the same across attempts. */
export interface OutgoingMail extends RenderedMail {
  id: string
  to: string
}

export interface Transport {
  /** Resolves once the mail server or the folder has accepted the mail. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

const toMailOptions = (
  { id, to, subject, text, html, picture, unsubscribeUrl }: OutgoingMail,
  { mailFrom }: Settings,
): SendMailOptions => ({
  // Objects: nodemailer parses a string as a list, which could add recipients.
  from: mailFrom,
  to: { name: '', address: to },
  subject,
  text,
  html,
  ...(picture && {
    attachments: [
      {
        cid: picture.id,
        content: picture.png,
        contentType: 'image/png',
        contentDisposition: 'inline',
        filename: false,
      },
    ],
  }),
  messageId: `<${id}@${mailFrom.address.split('@')[1]}>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(unsubscribeUrl !== undefined && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
})

const timeoutMs = 10_000

/** Keeps a small pool of SMTP connections. */
export const smtpTransport = (url: string, settings: Settings): Transport => {
  const smtp = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 2 * timeoutMs,
  })
  return { send: async mail => void (await smtp.sendMail(toMailOptions(mail, settings))), close: () => smtp.close() }
}

/** Logs in at the mail server. Rejects with its response. */
export const verifySmtp = async (url: string): Promise<void> => {
  const smtp = nodemailer.createTransport({ url, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs })
  try {
    await smtp.verify()
  } finally {
    smtp.close()
  }
}

export const outboxFolder = ({ dataDir }: Settings): string => join(dataDir, 'outbox')

/** Writes files for development. The same mail overwrites its file. */
export const fileTransport = (settings: Settings): Transport => {
  const builder = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const folder = outboxFolder(settings)
  return {
    send: async mail => {
      const { message } = await builder.sendMail(toMailOptions(mail, settings))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${mail.id}.eml`)
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${path}.part`, path)
    },
    close: () => {},
  }
}

/** Returns `undefined` in production without `SMTP_URL`: mails stay queued in the database. */
export const createMailTransport = (settings: Settings): Transport | undefined => {
  if (settings.smtpUrl) return smtpTransport(settings.smtpUrl, settings)
  return settings.production ? undefined : fileTransport(settings)
}
