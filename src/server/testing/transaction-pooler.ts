import { createConnection, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** Changes the backend pid in BackendKeyData, as poolers do. */
const hideProcess = (message: Buffer): Buffer => {
  message.writeInt32BE(-message.readInt32BE(5), 5)
  return message
}

/** Calls back with each complete protocol message: type, length, payload. */
const byMessage = (take: (message: Buffer, mail: string) => void) => {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = rest.readInt32BE(1) + 1
      take(rest.subarray(0, length), String.fromCharCode(rest[0] ?? 0))
      rest = rest.subarray(length)
    }
  }
}

interface Backend {
  socket: Socket
  client: Socket | undefined
}

/**
 * Simulates PgBouncer in transaction mode: session state and prepared statements do not carry over between transactions.
 * Returns the listening port.
 */
export const transactionPooler = async (server: { host: string; port: number }): Promise<{ port: number }> => {
  const path = server.host.startsWith('/') ? { path: `${server.host}/.s.PGSQL.${server.port}` } : server
  const open = new Set<Socket>()
  const idle: Backend[] = []
  const waiting: { client: Socket; chunk: Buffer }[] = []

  const assign = (backend: Backend): void => {
    const next = waiting.shift()
    backend.client = next?.client
    if (next) backend.socket.write(next.chunk)
    else idle.push(backend)
  }

  const listener = createServer(client => {
    const socket = createConnection(path)
    const backend: Backend = { socket, client }
    for (const one of [client, socket]) {
      open.add(one)
      one
        .setNoDelay()
        .on('error', () => {})
        .on('close', () => open.delete(one))
    }
    let isLoggedIn = false
    socket.on(
      'data',
      byMessage((message, mail) => {
        backend.client?.write(mail === 'K' ? hideProcess(message) : message)
        const isBetweenTransactions = mail === 'Z' && message.toString('latin1', 5) === 'I'
        if (!isBetweenTransactions) return
        isLoggedIn = true
        assign(backend)
      }),
    )
    client.on('data', chunk => {
      if (!isLoggedIn) return socket.write(chunk)
      if (chunk[0] === 0x58) return client.end()
      const mine = [...backends].find(one => one.client === client)
      if (mine) return mine.socket.write(chunk)
      waiting.push({ client, chunk })
      const free = idle.shift()
      if (free) assign(free)
    })
    backends.add(backend)
  })
  const backends = new Set<Backend>()
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    for (const socket of open) socket.destroy()
    listener.close()
  })
  return { port: (listener.address() as { port: number }).port }
}
