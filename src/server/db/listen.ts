import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface Listener {
  /** Called after every connection: notifications sent before are lost. */
  onConnected: () => void
  onNotification: (channel: string, payload: string) => void
}

const retryMs = 1000

/** Behind a pooler, the backend differs from the one of the login, and notifications would go to any client. */
const isDirect = async (client: pg.Client): Promise<boolean> => {
  const { processID } = client as pg.Client & { processID: number | null }
  const { rows } = await client.query('select pg_backend_pid() = $1 as direct', [processID])
  return rows[0]?.direct === true
}

/**
 * Listens on a connection outside the pool and reconnects after an outage. Behind a pooler in transaction mode nothing arrives,
 * so callers also poll. Returns a stop function.
 */
export const listen = (
  config: pg.ClientConfig,
  channels: readonly string[],
  { onConnected, onNotification }: Listener,
): (() => Promise<void>) => {
  const stopped = new AbortController()
  let current: pg.Client | undefined

  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      ...config,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    })
    const ended = new Promise<void>(resolve => {
      client.on('error', () => resolve())
      client.on('end', resolve)
    })
    current = client
    try {
      await client.connect()
      if (!(await isDirect(client))) return stopped.abort()
      client.on('notification', ({ channel, payload = '' }) => onNotification(channel, payload))
      await client.query(channels.map(channel => `listen ${channel}`).join('; '))
      onConnected()
      await ended
    } finally {
      current = undefined
      await client.end().catch(() => {})
    }
  }

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await connect().catch(() => {})
      await sleep(retryMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return async () => {
    stopped.abort()
    await current?.end().catch(() => {})
    await running
  }
}
