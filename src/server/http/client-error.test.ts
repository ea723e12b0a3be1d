import { createServer } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { leadsApi } from '#contract/leads/leads.ts'
import { testApp } from '../testing/test-app.ts'
import { createClientErrorHandler } from './client-error.ts'

const { app } = await testApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

const path = `/api${leadsApi.list.path}`

it('times out headers after 15 seconds and requests after 30 seconds', () => {
  expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([15_000, 30_000])
})

it.each([
  ['is no HTTP', 'olá\r\n\r\n'],
  ['has a head of a hundred kilobytes', `GET ${path}?search=${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['tells two lengths', `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx`],
  [
    'smuggles another',
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['breaks a header', `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Broken: a\u0000b\r\n\r\n`],
])('returns the API error format for a request that %s', async (_, request) => {
  const socket = createConnection(port, '127.0.0.1').setEncoding('utf8')
  socket.write(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1.1 400 /)
  expect(head).toContain('content-type: application/json; charset=utf-8')
  expect(head).toContain("content-security-policy: default-src 'none'")
  expect(head).toContain('x-content-type-options: nosniff')
  expect(JSON.parse(body)).toEqual({
    code: 'validation_failed',
    message: 'Confira os dados informados.',
    requestId: expect.stringMatching(/^[\w-]{36}$/),
  })
})

describe('a connection that times out', () => {
  /** Listens with a time limit of `ms` for the head of a request. Counts the requests. */
  const listenBriefly = async (ms: number) => {
    const seen = { requests: 0, port: 0 }
    const server = createServer({ headersTimeout: ms, connectionsCheckingInterval: ms }, (_, response) => {
      seen.requests += 1
      response.end()
    })
    server.on('clientError', createClientErrorHandler({}))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    seen.port = (server.address() as AddressInfo).port
    return seen
  }

  it('gets no response if no request had begun, because it would answer one that is just arriving', async () => {
    const seen = await listenBriefly(20)
    const socket = createConnection(seen.port, '127.0.0.1').setEncoding('utf8')
    await new Promise(resolve => socket.on('connect', resolve))
    let received = ''
    socket.on('data', text => {
      received += text
    })
    // It is reset, which is an error of the socket.
    const closed = new Promise(resolve => socket.on('close', resolve).on('error', () => {}))
    // The server accepts the connection, is busy until it has timed out, and then finds the request.
    await new Promise(setImmediate)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    for (const end = performance.now() + 60; performance.now() < end; );
    await closed
    expect({ received, requests: seen.requests }).toEqual({ received: '', requests: 0 })
  })

  it('gets 408 if a request had begun', async () => {
    const { port } = await listenBriefly(20)
    const socket = createConnection(port, '127.0.0.1').setEncoding('utf8')
    socket.write('GET / HTTP/1.1\r\nHos')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /)
  })
})
