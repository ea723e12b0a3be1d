import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Lead } from '#contract/leads.ts'
import { billingApp, checkoutForm, goToCheckout, submitCheckout } from '#server/testing/billing-app.ts'
import {
  aLead,
  aLeadForm,
  anAdmin,
  anExportedLead,
  aRegistration,
  aSubscriber,
  aUser,
  type Person,
} from '#server/testing/factories.ts'
import type { CallOptions } from '#server/testing/test-app.ts'

const app = await billingApp()

type EndpointName = { [Group in keyof typeof api]: `${Group}.${keyof (typeof api)[Group] & string}` }[keyof typeof api]

/** Who calls. The lead of a call is the active user's; somebody whose trial is over calls for one of their own. */
const actors = ['nobody', 'ended trial', 'active user', 'another user', 'administrator'] as const
type Statuses = [nobody: number, endedTrial: number, active: number, other: number, admin: number]

interface Row {
  statuses: Statuses
  request: (lead: Lead, caller: Person | undefined) => CallOptions | Promise<CallOptions>
}
const row = (statuses: Statuses, request: Row['request'] = () => ({})): Row => ({ statuses, request })

const everybody: Statuses = [200, 200, 200, 200, 200]
const signedIn: Statuses = [401, 200, 200, 200, 200]
const signedInNoContent: Statuses = [401, 204, 204, 204, 204]
const withAccess: Statuses = [401, 402, 200, 200, 200]
/** Not even an administrator reaches somebody else's lead here. */
const ofOnesOwn: Statuses = [401, 402, 200, 404, 404]
const administrators: Statuses = [401, 403, 403, 403, 200]

const ofLead: Row['request'] = lead => ({ params: { id: lead._id } })
/** Once they have paid for a plan. */
const afterPaying: Row['request'] = async (_, caller) => {
  if (caller) await submitCheckout(await goToCheckout(app, caller.token, 'pro'))
  return {}
}
const passwordOf = (caller: Person | undefined) => caller?.password ?? 'segredo1'

const newEmail = (caller: Person | undefined) => ({
  nome: 'Ana',
  email: aRegistration().email,
  currentPassword: passwordOf(caller),
})
const afterAskingForEmail: Row['request'] = async (_, caller) => {
  if (caller) await app.call(api.auth.updateProfile, { token: caller.token, body: newEmail(caller) })
  return {}
}

/** One line for each endpoint of the contract: what each of the five is answered to a request in good form. */
const matrix: Record<EndpointName, Row> = {
  'health.live': row(everybody),
  'health.ready': row(everybody),

  'auth.register': row([201, 201, 201, 201, 201], () => ({ body: aRegistration() })),
  'auth.login': row([401, 200, 200, 200, 200], (_, caller) => ({
    body: { email: caller?.user.email ?? 'ninguem@exemplo.com', password: passwordOf(caller) },
  })),
  'auth.forgotPassword': row(everybody, () => ({ body: { email: 'ninguem@exemplo.com' } })),
  'auth.resetPassword': row([400, 400, 400, 400, 400], () => ({
    body: { email: 'a@b.com', token: 'x'.repeat(43), password: 'segredo2', confirmPassword: 'segredo2' },
  })),
  'auth.logout': row(signedInNoContent),
  'auth.me': row(signedIn),
  'auth.verifyToken': row(signedIn),
  'auth.updateProfile': row(signedIn, (_, caller) => ({ body: newEmail(caller) })),
  'auth.resendEmailLink': row(signedInNoContent, afterAskingForEmail),
  'auth.cancelEmailChange': row(signedIn),
  'auth.confirmEmail': row([400, 400, 400, 400, 400], () => ({ body: { email: 'a@b.com', token: 'x'.repeat(43) } })),
  'auth.changePassword': row(signedIn, (_, caller) => ({
    body: { currentPassword: passwordOf(caller), newPassword: 'segredo2' },
  })),
  'auth.sessions': row(signedIn),
  'auth.revokeOtherSessions': row(signedInNoContent),

  'account.export': row(signedIn),
  'account.remove': row(signedInNoContent, (_, caller) => ({ body: { password: passwordOf(caller) } })),

  'billing.plans': row(everybody),
  'billing.checkout': row(signedIn, async () => ({ body: checkoutForm(app, (await app.planOf('basic')).priceId) })),
  'billing.portal': row(signedIn, afterPaying),
  'billing.openInvoice': row(signedIn, afterPaying),
  'billing.cancel': row(signedIn, afterPaying),
  'billing.reactivate': row(signedIn, afterPaying),
  'billing.invoices': row(signedIn),
  'billing.history': row(signedIn),
  'billing.fixStatus': row(administrators),
  'billing.updateStatus': row(administrators, () => ({
    body: { subscriptionId: null, status: 'active', plan: 'pro' },
  })),
  'billing.webhook': row([400, 400, 400, 400, 400], () => ({ body: { type: 'customer.deleted' } })),

  'leads.list': row(withAccess),
  'leads.board': row(withAccess),
  'leads.stats': row(withAccess),
  'leads.export': row(signedIn),
  'leads.create': row([401, 402, 201, 201, 201], () => ({ body: aLeadForm() })),
  'leads.sync': row(withAccess, () => ({ body: { leads: [anExportedLead()] } })),
  'leads.find': row(ofOnesOwn, ofLead),
  'leads.replace': row(ofOnesOwn, lead => ({ params: { id: lead._id }, body: lead })),
  'leads.update': row(ofOnesOwn, lead => ({ params: { id: lead._id }, body: { status: 'ganho' } })),
  'leads.remove': row([401, 402, 204, 404, 404], ofLead),

  'admin.users': row(administrators),
  'admin.metrics': row(administrators),
  'admin.revenue': row(administrators),
  'admin.leads': row(administrators),
  'admin.trail': row(administrators),
  'admin.mails': row(administrators),
  'admin.resendMails': row(administrators, () => ({ body: {} })),
  'admin.discardMails': row(administrators, () => ({ body: { ids: [randomUUID()] } })),
}

const endpoints = Object.entries(api).flatMap(([group, members]) =>
  Object.entries<Endpoint>(members).map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
)

/** Somebody of a kind, and the lead that a call is about. */
const scenes: Record<(typeof actors)[number], () => Promise<{ caller?: Person; lead: Lead }>> = {
  nobody: async () => ({ lead: await aLead(app, (await aSubscriber(app, 'pro')).token) }),
  'ended trial': async () => {
    const owner = await aUser(app)
    const lead = await aLead(app, owner.token)
    await app.db.run(
      `update accounts set trial_end = '2020-01-01' where id = (select account_id from users where id = $1)`,
      [owner.user._id],
    )
    return { caller: owner, lead }
  },
  'active user': async () => {
    const caller = await aSubscriber(app, 'pro')
    return { caller, lead: await aLead(app, caller.token) }
  },
  'another user': async () => {
    const owner = await aSubscriber(app, 'pro')
    return { caller: await aSubscriber(app, 'pro'), lead: await aLead(app, owner.token) }
  },
  administrator: async () => {
    const owner = await aSubscriber(app, 'pro')
    return { caller: await anAdmin(app), lead: await aLead(app, owner.token) }
  },
}

it('the matrix has a line for every endpoint of the contract and for nothing else', () => {
  expect(Object.keys(matrix).toSorted()).toEqual(endpoints.map(([name]) => name).toSorted())
})

describe.each(endpoints)('%s', (name, endpoint) => {
  const { statuses, request } = matrix[name as EndpointName]

  it.each(actors.map((actor, index) => [actor, statuses[index] ?? 0] as const))(
    'answers %s with %d',
    async (actor, status) => {
      const { caller, lead } = await scenes[actor]()
      const reply = await app.call(endpoint, { ...(await request(lead, caller)), token: caller?.token })
      expect([reply.status, reply.error?.code]).toEqual([status, status < 400 ? undefined : expect.any(String)])
    },
  )
})

it('a line expects what the access of its endpoint promises', () => {
  const promises: Record<Endpoint['access'], (statuses: Statuses) => boolean> = {
    public: () => true,
    session: ([nobody, ...others]) => nobody === 401 && others.every(status => status < 300),
    subscription: ([nobody, ended, active]) => nobody === 401 && ended === 402 && active < 300,
    admin: ([nobody, ended, active, other, admin]) =>
      nobody === 401 && [ended, active, other].every(status => status === 403) && admin < 300,
  }
  for (const [name, { access }] of endpoints) {
    expect(promises[access](matrix[name as EndpointName].statuses), name).toBe(true)
  }
})
