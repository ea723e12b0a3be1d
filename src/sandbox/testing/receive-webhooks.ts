import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedWebhook {
  body: string
  signature: string
}

export interface WebhookReceiver {
  url: string
  received: ReceivedWebhook[]
  /** Sets the status of the next responses. */
  respondWith: (status: number) => void
  stop: () => Promise<void>
}

/** Starts a webhook receiver. It responds after `delayMs`. */
export const receiveWebhooks = async (delayMs = 0): Promise<WebhookReceiver> => {
  const received: ReceivedWebhook[] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      received.push({ body: Buffer.concat(chunks).toString(), signature: String(request.headers['stripe-signature']) })
      const currentStatus = status
      setTimeout(() => response.writeHead(currentStatus).end(), delayMs)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    respondWith: next => {
      status = next
    },
    stop: () => new Promise(resolve => server.close(() => resolve())),
  }
}

export const waitUntil = async (isTrue: () => boolean | Promise<boolean>, timeoutMs = 30_000): Promise<void> => {
  const end = Date.now() + timeoutMs
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`the condition was not met within ${timeoutMs} ms`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
