import { expect, it } from 'vitest'
import { aLead } from '../testing/factories.ts'
import { webhookApp } from '../testing/webhook-app.ts'
import { startWebhookWorker } from './webhook-worker.ts'

const { app, services, receiver, received, warned, aPayer, deliveriesOf, later, sendDue } = await webhookApp()

/** Starts a worker and stops it while the receiver has the first delivery. Returns how long that took. */
const stopMeanwhile = async () => {
  const arrived = Promise.withResolvers<void>()
  const { respond } = receiver
  receiver.respond = response => {
    arrived.resolve()
    respond(response)
  }
  const stop = startWebhookWorker(services, {
    warn: (_: unknown, message: string) => void warned.push(message),
  } as never)
  await arrived.promise
  const begunAt = performance.now()
  await stop()
  return performance.now() - begunAt
}

it('a worker that stops waits for a receiver that responds soon', async () => {
  const { token, params } = await aPayer(['lead.created'])
  await aLead(app, token)
  receiver.respond = response => void setTimeout(() => response.end(), 200)
  await stopMeanwhile()
  expect(await deliveriesOf(token, params)).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

it('a worker that stops hangs up on a slow receiver after three seconds, and another repeats the delivery with its id', async () => {
  const { token, params } = await aPayer(['lead.created'])
  await aLead(app, token)
  const closed = Promise.withResolvers<void>()
  receiver.respond = response => void response.on('close', closed.resolve)
  expect(await stopMeanwhile()).toBeLessThan(5000)
  await closed.promise
  expect(await deliveriesOf(token, params)).toMatchObject([{ state: 'sending', attempts: 1, error: null }])
  expect(warned).toEqual([])
  receiver.respond = response => void response.end()
  later(61_000)
  await sendDue()
  expect(received.map(({ id }) => id)).toEqual([received[0]?.id, received[0]?.id])
  expect(await deliveriesOf(token, params)).toMatchObject([{ state: 'delivered', attempts: 2 }])
})
