import type { liveApi } from '#contract/live/live.ts'
import type { Caller } from '../auth/access.ts'
import type { Handlers } from '../http/mount.ts'
import type { LiveHub } from './live-hub.ts'

export const liveRoutes: Handlers<typeof liveApi, Caller, { live: LiveHub }> = {
  stream: ({ live, caller, query, reply }) => {
    const { body } = live.open(caller, query.since)
    // Proxies must neither buffer nor transform the events.
    reply.type('text/event-stream').header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no')
    return reply.send(body)
  },
}
