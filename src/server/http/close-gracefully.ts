import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Once the server closes, what it began is finished, what comes is refused, and no connection holds it: neither one that
 * is kept alive after its answer nor one that a browser opened in advance and has sent nothing on.
 */
export const closeGracefully = (app: FastifyInstance): void => {
  let closing = false
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  })
  app.addHook('onRequest', async () => {
    if (closing) throw new AppError('unavailable')
  })
  app.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  // For answers whose headers had left before.
  app.addHook('onResponse', async request => {
    if (closing) request.raw.socket.end()
  })
}
