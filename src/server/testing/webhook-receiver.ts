import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders
  id: string
  body: string
  json: { type: string; timestamp: string; data: Record<string, unknown> }
}

/** A server that receives webhooks. `respond` may be replaced. */
export const startReceiver = async () => {
  const received: ReceivedWebhook[] = []
  const receiver = { received, host: '', url: '', respond: (response: ServerResponse) => void response.end() }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push({
        headers: request.headers,
        id: String(request.headers['webhook-id']),
        body,
        json: JSON.parse(body),
      })
      receiver.respond(response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  receiver.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  receiver.url = `http://${receiver.host}/hook`
  return receiver
}
