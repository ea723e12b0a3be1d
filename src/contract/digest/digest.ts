import { endpoint } from '../endpoint.ts'
import { Id } from '../values/id.ts'
import { z } from '../zod.ts'

/** The caller's morning mail. */
export const DigestSettings = z.object({
  isWanted: z.boolean({ error: 'Escolha sim ou não' }),
  /** Hour of the account's clock; null if the account sends none. */
  hour: z.nullable(z.int()),
})
export type DigestSettings = z.infer<typeof DigestSettings>

/** Parts of the link in the mail. */
const UnsubscribeLink = z.object({ account: Id, member: Id, key: Id })

export const digestApi = {
  find: endpoint({
    method: 'GET',
    path: '/digest',
    access: 'profile.manage',
    summary: 'Whether the caller gets the morning mail, and when',
    status: 200,
    response: DigestSettings,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/digest',
    access: 'profile.manage',
    summary: 'Starts or ends the caller’s morning mail',
    body: z.pick(DigestSettings, { isWanted: true }),
    status: 200,
    response: DigestSettings,
  }),
  viewUnsubscribe: endpoint({
    method: 'GET',
    path: '/digest/unsubscribe',
    access: 'public',
    summary: 'A page that asks whether to end the morning mail; changes nothing, because mail scanners open links',
    query: UnsubscribeLink,
    status: 200,
    fileMediaType: 'text/html',
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/digest/unsubscribe',
    access: 'public',
    summary: 'Ends the morning mail without a login, also by the one click of a mail program (RFC 8058)',
    query: UnsubscribeLink,
    status: 200,
    fileMediaType: 'text/html',
  }),
}
