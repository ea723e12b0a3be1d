import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import type { PlanId, SubscriptionStatus } from '#contract/billing/subscription.ts'
import type { Settings } from '#server/env.ts'
import { aPayingUser, type BillingApp, billingApp, submitCheckout } from '#server/testing/billing-app.ts'
import type { Person } from '#server/testing/factories.ts'
import { createAppFetch, networkFetch } from './app-fetch.ts'

/** Starts the app with a payments sandbox, at the URL that the app treats as its own. */
export const billingScreens = async (settings: Partial<Settings> = {}): Promise<BillingApp> => {
  globalThis.fetch = networkFetch
  const server = await billingApp(settings)
  const fromApp = createAppFetch(server.app)
  globalThis.fetch = (input, init) => (String(input).startsWith('/') ? fromApp(input, init) : networkFetch(input, init))
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } }
  happyDOM.setURL(`${server.services.settings.publicUrl}/`)
  return server
}

/** Records redirects instead of following them. */
export const spyOnRedirect = () => vi.spyOn(window.location, 'assign').mockImplementation(() => {})

/** Waits until a webhook sets the given status. */
export const waitForStatus = async ({ call }: BillingApp, { token }: Person, status: SubscriptionStatus) => {
  for (const until = Date.now() + 10_000; Date.now() < until; await sleep(50)) {
    if ((await call(authApi.me, { token })).data.user.subscription_status === status) return
  }
  throw new Error(`the subscription did not become ${status}`)
}

const hourMs = 60 * 60_000
/** Longer than any month plus two hours: an invoice is collected an hour after its period starts. */
const overAMonthMs = (31 * 24 + 2) * hourMs

/** Creates a user with a card that declines the second month. */
export const anOverdueUser = async (server: BillingApp, plan: PlanId): Promise<Person> => {
  const person = await aPayingUser(server, plan)
  const { url } = (await server.call(billingApi.portal, { token: person.token })).data
  await submitCheckout(`${url}/payment-method`, { number: '4000 0000 0000 0341' })
  const { clock } = server.sandbox
  clock.advanceTo(new Date(clock.now().getTime() + overAMonthMs))
  await waitForStatus(server, person, 'past_due')
  return person
}

/** Wraps `fetch` and replaces the responses of a path. */
export const stubResponse = (path: string, response: (init: RequestInit) => Promise<Response>) => {
  const through = globalThis.fetch
  return vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) =>
      String(input).startsWith(`/api${path}`) ? response(init ?? {}) : through(input, init),
    )
}

/** Creates an error response in the server's format. */
export const errorResponse = (status: number, code: string, message: string) => () =>
  Promise.resolve(Response.json({ code, message, requestId: 'abcdefgh' }, { status }))
