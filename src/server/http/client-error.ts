import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { type ErrorBody, errors } from '#contract/errors.ts'

type Answer = (error: NodeJS.ErrnoException, socket: Socket) => void

/**
 * Handles malformed HTTP, such as oversized headers, and requests that do not arrive in time, which reach neither routes nor
 * hooks.
 */
export const createClientErrorHandler =
  (headers: Record<string, string>): Answer =>
  (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
      // Browsers open connections that they use later. A response would count for a request that is just arriving, and be wrong;
      // without one, a browser sends it again.
      if (socket.bytesRead > 0)
        socket.write('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      // Not `end`: what arrives now must not be carried out any more.
      return void socket.destroy()
    }
    const { status, message } = errors.validation_failed
    const body: ErrorBody = { code: 'validation_failed', message, requestId: randomUUID() }
    const text = JSON.stringify(body)
    const head = [
      `HTTP/1.1 ${status} Bad Request`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      `x-request-id: ${body.requestId}`,
      'cache-control: no-store',
      'connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
  }
