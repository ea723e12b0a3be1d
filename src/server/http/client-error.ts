import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { type ErrorBody, errors } from '#contract/errors.ts'

type Answer = (error: NodeJS.ErrnoException, socket: Socket) => void

/** Handles malformed HTTP, such as oversized headers, which reaches neither routes nor hooks. */
export const createClientErrorHandler =
  (headers: Record<string, string>): Answer =>
  (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
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
