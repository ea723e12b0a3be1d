import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  body: string
  signature: string
}

export interface Receiver {
  url: string
  received: Received[]
  /** The status of the next answers. */
  answerWith: (status: number) => void
  stop: () => Promise<void>
}

/** An address that events are sent to. */
export const receiveWebhooks = async (waitMs = 0): Promise<Receiver> => {
  const received: Received[] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      received.push({ body: Buffer.concat(chunks).toString(), signature: String(request.headers['stripe-signature']) })
      const answer = status
      setTimeout(() => response.writeHead(answer).end(), waitMs)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    answerWith: next => {
      status = next
    },
    stop: () => new Promise(resolve => server.close(() => resolve())),
  }
}

export const until = async (isTrue: () => boolean | Promise<boolean>, withinMs = 5000): Promise<void> => {
  const end = Date.now() + withinMs
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('what was waited for did not come')
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
