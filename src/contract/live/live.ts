import { endpoint } from '../endpoint.ts'
import { Lead } from '../leads/lead.ts'
import { BoundedText } from '../values/text.ts'
import { z } from '../zod.ts'

/** `left`: the member no longer sees the lead. `assigned`: another member became responsible for it. */
export const changeKinds = ['created', 'changed', 'moved', 'assigned', 'removed', 'restored', 'left'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** One change of a lead, or of what members wrote into its story, that the member sees. */
export const LiveChange = z.object({
  entity: z.enum(['lead', 'story']),
  kind: z.enum(changeKinds),
  /** Of the lead. */
  id: z.uuid(),
  /** Member who made the change; `null` for an import, a form, a key or the system. */
  by: z.nullable(z.uuid()),
  /** The lead as it is stored now; `null` for changes of its story and for leads that the member no longer sees. */
  lead: z.nullable(Lead),
})
export type LiveChange = z.infer<typeof LiveChange>

/** First event of a stream. */
export const LiveHello = z.object({
  /** Milliseconds since the last change: what was loaded later is current. `null` when the missed changes follow. */
  quietMs: z.nullable(z.int()),
})
export type LiveHello = z.infer<typeof LiveHello>

/**
 * Server-sent events by name. The id of an event is the number of the last change that it covers. `resync`: too much changed
 * to be sent, refetch all leads. `team`: members or settings changed. `notification`: the member has new ones, or read some. `access`: the user's own access changed, and the stream
 * ends.
 */
export const liveEvents = {
  hello: LiveHello,
  change: LiveChange,
  resync: null,
  team: null,
  notification: null,
  access: null,
} as const
export type LiveEventName = keyof typeof liveEvents

/** A stream sends at least a comment this often. */
export const heartbeatMs = 20_000

const invalidNumber = 'Número inválido'
const ChangeNumber = z.pipe(
  BoundedText(15, invalidNumber).check(z.regex(/^\d+$/, { error: invalidNumber })),
  z.transform(Number),
)

export const liveApi = {
  stream: endpoint({
    method: 'GET',
    path: '/live',
    access: 'leads.follow',
    summary: 'Changes of the leads that the member sees, as server-sent events',
    query: z.object({ since: z.optional(ChangeNumber) }),
    stream: true,
    status: 200,
    fileMediaType: 'text/event-stream',
  }),
}
