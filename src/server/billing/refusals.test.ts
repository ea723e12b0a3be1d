import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { billingApi } from '#contract/billing/billing.ts'
import { billingApp, checkoutForm } from '../testing/billing-app.ts'
import { aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { createStripePayments } from './stripe/create-payments.ts'

afterEach(() => void vi.restoreAllMocks())
const app = await billingApp()

const notActivated =
  'In order to use Checkout, you must set an account or business name at https://dashboard.stripe.com/account. (ana@exemplo.com.br, sk_test_****abcd)'

/** Stripe server that responds to every request with this error. */
const rejecting = async (status: number, type: string) => {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
    response.end(JSON.stringify({ error: { type, message: notActivated } }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = createStripePayments({ secretKey: 'sk_test_secret', isLive: false, webhookSecrets: [], apiBase })
  return { ...provider, plans: app.payments.plans, stop: () => server.close() }
}

it.each([
  [400, 'invalid_request_error', 'payments_refused'],
  [401, 'invalid_request_error', 'payments_refused'],
  [403, 'invalid_request_error', 'payments_refused'],
  [429, 'invalid_request_error', 'payments_unavailable'],
  [500, 'api_error', 'payments_unavailable'],
])('a %i response of Stripe (%s) becomes %s, and its message is logged', async (status, type, code) => {
  const lines: string[] = []
  const payments = await rejecting(status, type)
  const late = await testApp({ logLevel: 'warn' }, { payments, logStream: { write: line => void lines.push(line) } })
  const { token } = await aUser(late)
  const { priceId } = await app.planOf('basic')
  const reply = await late.call(billingApi.checkout, { token, body: checkoutForm(late, priceId) })
  payments.stop()
  expect([reply.status, reply.error.code]).toEqual([502, code])
  expect(reply.error.message.includes('Tente novamente em instantes')).toBe(code === 'payments_unavailable')
  const logged = lines.find(line => /stripe request failed|stripe rejected the request/.test(line))
  expect(logged).toContain('you must set an account or business name at [address]')
  expect(logged).not.toMatch(/sk_test|ana@exemplo|dashboard\.stripe/)
})
