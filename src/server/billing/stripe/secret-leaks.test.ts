import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { accountApi } from '#contract/auth/account.ts'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { goodCard } from '../../../sandbox/testing/browse.ts'
import {
  advanceDays,
  cancelInPortal,
  changePlan,
  failingCard,
  getPortalUrl,
  payOverdueInvoice,
  signedEvent,
  switchCard,
  waitForWebhooks,
} from '../../testing/billing-actions.ts'
import { aPayingUser, billingApp, checkoutForm, goToCheckout, submitCheckout } from '../../testing/billing-app.ts'
import { dumpDatabase } from '../../testing/database-dump.ts'
import { anAdmin, aUser } from '../../testing/factories.ts'
import { reconcileCustomers } from '../reconcile-customers.ts'

const lines: string[] = []
const app = await billingApp({ logLevel: 'trace' }, { logStream: { write: line => void lines.push(line) } })
const responses: string[] = []
const call: typeof app.call = async (endpoint, options) => {
  const reply = await app.call(endpoint, options)
  responses.push(`${endpoint.method} ${endpoint.path} ${reply.raw.body}`)
  return reply
}

const secrets = /sk_(test|live)|rk_(test|live)|whsec_/
const digits = [goodCard, failingCard].map(({ number }) => number.replaceAll(' ', ''))
const cards = new RegExp(digits.map(number => [...number].join('[ .-]?')).join('|'))
/** URLs of Stripe's pages, which grant access. */
const pages = /\/c\/pay\/|\/p\/session\/|\/i\/\w{10}/

it('no key, card number or payment page URL appears in logs, the database or unrelated responses', async () => {
  const payer = await aPayingUser(app, 'basic')
  const admin = await anAdmin(app)
  const { token } = payer
  await changePlan(app, token, 'pro')
  await switchCard(app, token, failingCard)
  advanceDays(app, 32)
  await waitForWebhooks(app)
  await payOverdueInvoice(app, token)
  await cancelInPortal(app, token)
  await waitForWebhooks(app)
  await getPortalUrl(app, token)
  await goToCheckout(app, (await aUser(app)).token, 'basic')
  // Error cases: declined cards, forged events, a failing Stripe and invalid responses.
  const page = await goToCheckout(app, (await aUser(app)).token, 'pro')
  await submitCheckout(page, { number: '4000000000000002' })
  await call(billingApi.webhook, signedEvent(app, { id: 'evt_x' }, { secret: 'whsec_wrong' }))
  for (const fault of ['api_500', 'api_garbage'] as const) {
    app.sandbox.chaos[fault] = 1000
    await call(billingApi.checkout, { token, body: checkoutForm(app, (await app.planOf('pro')).priceId) })
    await call(billingApi.portal, { token })
    await call(billingApi.history, { token })
    app.sandbox.chaos[fault] = 0
  }
  const everybody = { syncedBefore: new Date(8e15), maxCustomers: 100, reason: 'reconciliation' } as const
  await reconcileCustomers(app.services, app.payments, everybody)
  await call(authApi.me, { token })
  await call(authApi.login, { body: { email: payer.user.email, password: payer.password } })
  await call(billingApi.plans)
  await call(billingApi.history, { token })
  await call(accountApi.export, { token })
  await call(billingApi.fixStatus, { token: admin.token })
  for (const endpoint of [adminApi.users, adminApi.metrics, adminApi.revenue, adminApi.trail]) {
    await call(endpoint, { token: admin.token })
  }

  const dump = Object.entries(await dumpDatabase(app.db)).flatMap(([table, rows]) => rows.map(row => `${table} ${row}`))
  expect([lines.length > 50, dump.length > 20, responses.length > 12]).toEqual([true, true, true])
  expect(lines.some(line => line.includes('stripe request failed'))).toBe(true)
  for (const [place, texts] of Object.entries({ lines, dump, responses })) {
    for (const forbidden of [secrets, cards, pages]) {
      expect([place, texts.filter(text => forbidden.test(text))]).toEqual([place, []])
    }
  }
})

it('intended responses contain payment page URLs, which proves that the search finds them', async () => {
  const payer = await aPayingUser(app, 'basic')
  const stranger = await aUser(app)
  expect(await goToCheckout(app, stranger.token, 'basic')).toMatch(pages)
  expect(await getPortalUrl(app, payer.token)).toMatch(pages)
  const { raw } = await app.call(billingApi.invoices, { token: payer.token })
  expect(raw.body).toMatch(pages)
  expect('4242 4242 4242 4242').toMatch(cards)
  expect('a card 4000000000000341').toMatch(cards)
})

it('browser code contains no Stripe key and no price ID', () => {
  const root = new URL('../../../', import.meta.url).pathname
  const files = ['web', 'contract'].flatMap(room =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map(name => join(root, room, name)),
  )
  expect(files.length).toBeGreaterThan(100)
  const literal = /['"`](sk|rk|whsec|price|prod|cus|sub)_\w+['"`]/
  expect(files.filter(file => literal.test(readFileSync(file, 'utf8')))).toEqual([])
})
