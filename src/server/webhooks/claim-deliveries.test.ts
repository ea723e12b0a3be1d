import { expect, it } from 'vitest'
import { webhookApp } from '../testing/webhook-app.ts'
import { claimDeliveries } from './delivery-store.ts'

const { db, clock, aPayer, storeLead } = await webhookApp()

it('claims at the same moment share no delivery', async () => {
  const { person } = await aPayer(['lead.created'])
  for (let count = 0; count < 400; count++) await storeLead(person, crypto.randomUUID())
  clock.now = new Date(Date.now() + 1000)
  const claimed: string[] = []
  for (;;) {
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimDeliveries(db, 200, clock.now)))
    const ids = claims.flat().map(({ message_id }) => message_id)
    if (ids.length === 0) break
    claimed.push(...ids)
    await db.run(`update webhook_deliveries set state = 'delivered' where message_id = any ($1)`, [ids])
  }
  expect(claimed).toHaveLength(400)
  expect(new Set(claimed).size).toBe(400)
})
