import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** On shutdown: finishes requests in flight, rejects new ones with 503, and closes idle and unused connections. */
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
  app.addHook('onRequest', (_request, _reply, done) => done(closing ? new AppError('unavailable') : undefined))
  app.addHook('onSend', (_, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  // Headers already sent cannot carry `connection: close`, so end the socket.
  app.addHook('onResponse', (request, _, done) => {
    if (closing) request.raw.socket.end()
    done()
  })
}
