import { setTimeout as sleep } from 'node:timers/promises'
import { entitlements } from '#contract/billing/entitlements.ts'
import { heartbeatMs } from '#contract/live/live.ts'
import { decide } from '#contract/policies.ts'
import { type Caller, listCallers } from '../auth/access.ts'
import { liveChannel } from '../db/announcer.ts'
import { AppError } from '../errors.ts'
import { listLeadsById } from '../leads/read/store.ts'
import { viewOf } from '../leads/read/visibility.ts'
import type { Services } from '../services.ts'
import { createEventStream, type EventStream, toEvent } from './event-stream.ts'
import { findFeedPosition, listChanges, listFeedPositions } from './store.ts'
import { eventsFor, notificationEvent, type Scope } from './visible-changes.ts'

const accessChannel = 'live_access'
/** More changes than this are cheaper to refetch than to send. */
const maxChangesAtOnce = 50
const maxPerSession = 5
const maxPerAccount = 60
const maxPerProcess = 1000
/** Finds what a notification missed. */
const pollIntervalMs = 5000
const closeTimeoutMs = 1000

interface Stream extends EventStream {
  accountId: string
  sessionId: string
  memberId: string
  scope: Scope
  /** Number of the last change that was sent or skipped; `undefined` until the stream has caught up. */
  seq: number | undefined
}

/** Open streams of one account. */
interface Group {
  streams: Set<Stream>
  delivering: boolean
  /** More changes arrived during the delivery. */
  isBehind: boolean
  /** Nothing is sent while the access of the streams is checked. */
  checking: Promise<void> | undefined
}

export interface LiveHub {
  /** Opens a stream that continues after the change `since`. Throws `too_many_at_once`; `unavailable` once it is closed. */
  open(caller: Caller, since: number | undefined): EventStream
  /** Returns the number of open streams. */
  count(): number
  close(): Promise<void>
}

/**
 * Streams changes to the browsers of this process. A notification only says where to look: the database decides what is sent,
 * and polling finds the same without notifications.
 */
export const createLiveHub = (services: Services): LiveHub => {
  const { db, now } = services
  const groups = new Map<string, Group>()
  const all = new Set<Stream>()
  let stopListening: (() => Promise<void>) | undefined
  let isClosed = false
  let timer: ReturnType<typeof setInterval> | undefined
  let ticks = 0

  const scopeOf = (caller: Caller): Scope => ({
    view: viewOf(caller),
    ...(entitlements(caller.user, now()).live === 'own' && { onlyBy: caller.userId }),
  })

  const sendChanges = async (group: Group, accountId: string, streams: Stream[]): Promise<boolean> => {
    const from = Math.min(...streams.map(({ seq = 0 }) => seq))
    const changes = await listChanges(db, accountId, from, maxChangesAtOnce + 1)
    const last = changes.at(-1)
    if (!last) return false
    const isTooMuch = changes.length > maxChangesAtOnce
    const ids = isTooMuch
      ? []
      : changes.flatMap(({ entity, entity_id: id }) => (id && entity !== 'notification' ? id : []))
    const [leads, position] = await Promise.all([
      ids.length > 0 ? listLeadsById(db, { accountId }, ids) : [],
      isTooMuch ? findFeedPosition(db, accountId) : undefined,
    ])
    const byId = new Map(leads.map(lead => [lead._id, lead]))
    while (group.checking) await group.checking
    const seq = position?.seq ?? last.seq
    // Streams with the same view get the same text.
    const texts = new Map<string, string>()
    for (const stream of streams) {
      const { scope, seq: sent = 0 } = stream
      const key = `${sent} ${JSON.stringify(scope)}`
      const missing = () => changes.filter(change => change.seq > sent)
      const text = texts.get(key) ?? (isTooMuch ? toEvent('resync', null, seq) : eventsFor(scope, missing(), byId))
      texts.set(key, text)
      stream.send(text)
      if (!isTooMuch) stream.send(notificationEvent(stream.memberId, missing()))
      stream.seq = Math.max(sent, seq)
    }
    return true
  }

  const deliver = async (accountId: string): Promise<void> => {
    const group = groups.get(accountId)
    if (!group) return
    group.isBehind = true
    if (group.delivering) return
    group.delivering = true
    try {
      while (group.isBehind) {
        group.isBehind = false
        const joined = [...group.streams].filter(({ seq }) => seq !== undefined)
        if (joined.length > 0 && (await sendChanges(group, accountId, joined))) group.isBehind = true
      }
    } catch {
      // The database is unavailable. Polling repeats the delivery.
    } finally {
      group.delivering = false
    }
  }

  /** Ends the streams whose users lost or changed their access. */
  const endUnauthorized = async (accountIds: readonly string[]): Promise<void> => {
    const streams = accountIds.flatMap(id => [...(groups.get(id)?.streams ?? [])])
    if (streams.length === 0) return
    const sessionIds = streams.map(({ sessionId }) => sessionId)
    const callers = await listCallers(services, accountIds, sessionIds)
    for (const stream of streams) {
      const caller = callers.get(stream.sessionId)
      const mayRead = caller && decide('leads.follow', caller, now()) === 'allowed'
      if (mayRead && JSON.stringify(scopeOf(caller)) === JSON.stringify(stream.scope)) continue
      stream.send(toEvent('access', null))
      stream.end()
      leave(stream)
    }
  }

  const checkAccess = (accountIds: readonly string[]): Promise<void> => {
    const checked = accountIds.flatMap(id => groups.get(id) ?? [])
    const before = Promise.all(checked.map(({ checking }) => checking))
    const checking = before
      .then(() => endUnauthorized(accountIds))
      .catch(() => {})
      .finally(() => {
        for (const group of checked) if (group.checking === checking) group.checking = undefined
      })
    for (const group of checked) group.checking = checking
    return checking
  }

  const onNotification = (channel: string, payload: string): void => {
    if (channel === liveChannel) {
      for (const accountId of payload.split(',')) void deliver(accountId)
      return
    }
    const [table, accountId = ''] = payload.split(' ')
    void checkAccess([accountId]).then(() => {
      if (table === 'sessions') return
      for (const stream of groups.get(accountId)?.streams ?? []) stream.send(toEvent('team', null))
    })
  }

  const poll = async (): Promise<void> => {
    const positions = await listFeedPositions(db, [...groups.keys()])
    for (const { account_id, seq } of positions) {
      const streams = [...(groups.get(account_id)?.streams ?? [])]
      if (streams.some(stream => (stream.seq ?? seq) < seq)) void deliver(account_id)
    }
    await checkAccess([...groups.keys()])
  }

  const tick = (): void => {
    if (all.size === 0) return
    if (++ticks % (heartbeatMs / pollIntervalMs) === 0) for (const stream of all) stream.send(':\n\n')
    poll().catch(() => {})
  }

  const start = (): void => {
    timer ??= setInterval(tick, pollIntervalMs).unref()
    stopListening ??= db.listen([liveChannel, accessChannel], {
      onNotification,
      onConnected: () => void poll().catch(() => {}),
    })
  }

  const leave = (stream: Stream): void => {
    all.delete(stream)
    const group = groups.get(stream.accountId)
    group?.streams.delete(stream)
    if (group?.streams.size === 0) groups.delete(stream.accountId)
  }

  const join = async (stream: Stream, since: number | undefined): Promise<void> => {
    const position = await findFeedPosition(db, stream.accountId)
    if (!position) return stream.end()
    const missed = position.seq - (since ?? Number.NaN)
    const isNear = missed >= 0 && missed <= maxChangesAtOnce
    const [next] = isNear && missed > 0 ? await listChanges(db, stream.accountId, since ?? 0, 1) : []
    // Old rows of the feed are deleted.
    const isResumed = isNear && (missed === 0 || next?.seq === (since ?? 0) + 1)
    const seq = isResumed ? (since ?? 0) : position.seq
    // The time of the last change tells a seller that a colleague works, so a seller refetches.
    const quietMs = stream.scope.view.only ? 0 : position.quiet_ms
    stream.send(toEvent('hello', { quietMs: isResumed ? null : quietMs }, seq))
    stream.seq = seq
    await deliver(stream.accountId)
  }

  return {
    open: (caller, since) => {
      if (isClosed) throw new AppError('unavailable')
      const { accountId, sessionId } = caller
      const group = groups.get(accountId) ?? {
        streams: new Set(),
        delivering: false,
        isBehind: false,
        checking: undefined,
      }
      const [oldest, ...others] = [...group.streams].filter(stream => stream.sessionId === sessionId)
      // The oldest connection of a session may be one that the browser has lost.
      if (oldest && others.length + 1 >= maxPerSession) oldest.drop()
      if (group.streams.size >= maxPerAccount || all.size >= maxPerProcess) throw new AppError('too_many_at_once')
      const stream: Stream = {
        ...createEventStream(() => leave(stream)),
        accountId,
        sessionId,
        memberId: caller.userId,
        scope: scopeOf(caller),
        seq: undefined,
      }
      groups.set(accountId, group)
      group.streams.add(stream)
      all.add(stream)
      start()
      // The caller was authorized before the stream could be ended.
      checkAccess([accountId])
        .then(() => join(stream, since))
        // The client tries again later.
        .catch(() => stream.end())
      return stream
    },
    count: () => all.size,
    close: async () => {
      isClosed = true
      clearInterval(timer)
      const streams = [...all]
      for (const stream of streams) stream.end()
      const closed = streams.map(({ body }) => new Promise(resolve => body.once('close', resolve)))
      await Promise.race([Promise.all(closed), sleep(closeTimeoutMs, undefined, { ref: false })])
      for (const stream of streams) stream.drop()
      await stopListening?.()
    },
  }
}
