import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** Secret in the format of Standard Webhooks. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Returns the headers of Standard Webhooks, with a signature for each secret. */
export const signedHeaders = (
  secrets: readonly string[],
  id: string,
  body: string,
  now: Date,
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, now, body)).join(' '),
})
