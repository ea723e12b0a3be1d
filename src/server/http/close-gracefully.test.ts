import { once } from 'node:events'
import { type AddressInfo, createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { healthApi } from '#contract/health.ts'
import { stubDatabase } from '../testing/stub-database.ts'
import { testApp } from '../testing/test-app.ts'

const headOf = ({ path }: Endpoint) => `GET /api${path} HTTP/1.1\r\nHost: fechou.test\r\n`

/** Listening server whose database responds when the test lets it. */
const aListeningServer = async () => {
  const database = Promise.withResolvers<undefined>()
  const { app } = await testApp({}, { database: stubDatabase(() => database.promise) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const connection = () => createConnection(port, '127.0.0.1').setEncoding('utf8')
  return { app, connection, answerFromDatabase: () => database.resolve(undefined) }
}

it('a closing server finishes requests in flight', async () => {
  const { app, connection, answerFromDatabase } = await aListeningServer()
  const client = connection()
  client.write(`${headOf(healthApi.ready)}\r\n`)
  await once(app.server, 'request')
  const closed = app.close()
  answerFromDatabase()
  expect(await text(client)).toMatch(/^HTTP\/1.1 200 .*"status":"ok"/s)
  await closed
})

it('a closing server rejects new requests', async () => {
  const { app, connection } = await aListeningServer()
  const client = connection()
  client.write(headOf(healthApi.live))
  const [received] = await once(app.server, 'connection')
  await vi.waitUntil(() => received.bytesRead > 0)
  const closed = app.close()
  client.write('\r\n')
  expect(await text(client)).toMatch(/^HTTP\/1.1 503 .*"code":"unavailable"/s)
  await closed
})

it('a closing server does not wait for idle or unused connections', async () => {
  const { app, connection } = await aListeningServer()
  const unused = connection()
  await once(app.server, 'connection')
  const idle = connection()
  idle.write(`${headOf(healthApi.live)}\r\n`)
  await once(idle, 'data')
  await app.close()
  expect([await text(unused), await text(idle)]).toEqual(['', ''])
})
