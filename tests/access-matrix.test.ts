import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { type Asker, type Decision, decide, isInScope, scopes } from '#contract/policies.ts'
import { billingApp, checkoutForm, goToCheckout, submitCheckout } from '#server/testing/billing-app.ts'
import {
  aFiscalDataForm,
  aLead,
  aLeadForm,
  aMember,
  anAdmin,
  anExportedLead,
  aRegistration,
  aSubscriber,
  aUser,
  type Person,
  subscribe,
} from '#server/testing/factories.ts'
import { accountBackupRows } from './access-matrix/account-backup-rows.ts'
import { batchRows } from './access-matrix/batch-rows.ts'
import { brandRows } from './access-matrix/brand-rows.ts'
import { importRows } from './access-matrix/import-rows.ts'
import { integrationRows } from './access-matrix/integration-rows.ts'
import { privacyRows } from './access-matrix/privacy-rows.ts'
import {
  type ActorName,
  actors,
  administrators,
  changesNothing,
  created,
  createdOnOnesOwn,
  everybody,
  managers,
  managersWithAccess,
  nobody,
  ofOnesOwn,
  owners,
  ownersNoContent,
  type Row,
  removedByOneself,
  row,
  type Scene,
  signedIn,
  signedInNoContent,
  withAccess,
} from './access-matrix/row.ts'
import { salesRows } from './access-matrix/sales-rows.ts'
import { teamRows } from './access-matrix/team-rows.ts'

const app = await billingApp()

type EndpointName = { [Group in keyof typeof api]: `${Group}.${keyof (typeof api)[Group] & string}` }[keyof typeof api]

const ofLead: Row['request'] = lead => ({ params: { id: lead._id } })
const aNote = { body: { texto: 'Ligar amanhã' } }
/** A note that the caller wrote about the lead, if they may. */
const ofNote: Row['request'] = async (lead, caller) => {
  const params = { id: lead._id }
  const { status, data } = await app.call(api.story.addNote, { ...aNote, params, token: caller?.token })
  return { ...aNote, params: { ...params, noteId: status === 201 ? data._id : randomUUID() } }
}
/** Subscribes the caller first if the caller is an owner. */
const afterPaying: Row['request'] = async (_, caller) => {
  if (caller?.member.team_role === 'owner') await submitCheckout(await goToCheckout(app, caller.token, 'pro'))
  return {}
}
const anUnknownDigest = () => ({ query: { account: randomUUID(), member: randomUUID(), key: randomUUID() } })

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

/** Per endpoint, the status of a valid request by each caller. */
const matrix: Record<EndpointName, Row> = {
  'health.live': row(everybody),
  'health.ready': row(everybody),

  'auth.register': row([201, 201, 201, 201, 201, 201, 201, 201, 201, 201], () => ({ body: aRegistration() })),
  'auth.login': row(signedIn, (_, caller) => ({
    body: { email: caller?.user.email ?? 'ninguem@exemplo.com', password: passwordOf(caller) },
  })),
  'auth.forgotPassword': row(everybody, () => ({ body: { email: 'ninguem@exemplo.com' } })),
  'auth.resetPassword': row(nobody, () => ({
    body: { email: 'a@b.com', token: 'x'.repeat(43), password: 'segredo2', confirmPassword: 'segredo2' },
  })),
  'auth.logout': row(signedInNoContent),
  'auth.me': row(signedIn),
  'auth.verifyToken': row(signedIn),
  'auth.updateProfile': row(signedIn, (_, caller) => ({ body: newEmail(caller) })),
  'auth.resendEmailLink': row(signedInNoContent, afterAskingForEmail),
  'auth.cancelEmailChange': row(signedIn),
  'auth.confirmEmail': row(nobody, () => ({ body: { email: 'a@b.com', token: 'x'.repeat(43) } })),
  'auth.changePassword': row(signedIn, (_, caller) => ({
    body: { currentPassword: passwordOf(caller), newPassword: 'segredo2' },
  })),
  'auth.sessions': row(signedIn),
  'auth.revokeOtherSessions': row(signedInNoContent),

  'auth.accounts': row(signedIn),
  'auth.switchAccount': row(signedIn, (_, caller) => ({ body: { accountId: caller?.account._id ?? randomUUID() } })),

  'account.export': row(owners),
  ...accountBackupRows(app),
  'account.remove': row(ownersNoContent, (_, caller) => ({ body: { password: passwordOf(caller) } })),

  'billing.plans': row(everybody),
  'billing.checkout': row(owners, async () => ({ body: checkoutForm(app, (await app.planOf('basic')).priceId) })),
  'billing.portal': row(owners, afterPaying),
  'billing.openInvoice': row(owners, afterPaying),
  'billing.cancel': row(owners, afterPaying),
  'billing.reactivate': row(owners, afterPaying),
  'billing.invoices': row(owners),
  'billing.history': row(owners),
  'billing.fixStatus': row(administrators),
  'billing.updateStatus': row(administrators, () => ({
    body: { subscriptionId: null, status: 'active', plan: 'pro' },
  })),
  'fiscalData.find': row(owners),
  'fiscalData.change': row(owners, () => ({ body: aFiscalDataForm() })),
  'billing.webhook': row(nobody, () => ({ body: { type: 'customer.deleted' } })),

  'leads.list': row(withAccess, undefined, 'leads:read'),
  'leads.board': row(withAccess, undefined, 'leads:read'),
  'leads.stats': row(withAccess, undefined, 'leads:read'),
  'leads.export': row(managers, undefined, 'leads:read'),
  'leads.create': row(created, () => ({ body: aLeadForm() }), 'leads:write'),
  'leads.quickAdd': row(created, () => ({ body: aLeadForm({ email: '' }) }), 'leads:write'),
  'leads.sameContact': row(withAccess, lead => ({ query: { telefone: lead.telefone } }), 'leads:read'),
  'leads.sync': row(managersWithAccess, () => ({ body: { leads: [anExportedLead()] } })),
  'leads.find': row(ofOnesOwn, ofLead, 'leads:read'),
  'leads.replace': row(ofOnesOwn, lead => ({ params: { id: lead._id }, body: lead }), 'leads:write'),
  'leads.update': row(ofOnesOwn, lead => ({ params: { id: lead._id }, body: { status: 'ganho' } }), 'leads:write'),
  'leads.remove': row(removedByOneself, ofLead, 'leads:write'),
  'leads.restore': row(ofOnesOwn, ofLead, 'leads:write'),
  'leads.assign': row(managersWithAccess, lead => ({ body: { ids: [lead._id], to: null } }), 'leads:write'),
  'leads.take': row(ofOnesOwn, ofLead),
  'leads.trash': row(withAccess, undefined, 'leads:write'),
  'leads.restoreMany': row(withAccess, lead => ({ body: { ids: [lead._id] } }), 'leads:write'),
  'leads.firstSteps': row(withAccess, undefined, 'leads:read'),
  'leads.addSamples': row(withAccess, undefined, 'leads:write'),
  'leads.removeSamples': row(withAccess, undefined, 'leads:write'),

  'story.list': row(ofOnesOwn, ofLead, 'leads:read'),
  'story.setNextStep': row(ofOnesOwn, lead => ({ params: { id: lead._id }, body: { step: null } }), 'leads:write'),
  'story.addNote': row(createdOnOnesOwn, lead => ({ ...aNote, params: { id: lead._id } }), 'leads:write'),
  'story.changeNote': row(ofOnesOwn, ofNote, 'leads:write'),
  'story.removeNote': row(removedByOneself, ofNote, 'leads:write'),

  ...salesRows(app),
  ...batchRows(app),

  'support.find': row(signedIn),
  ...brandRows(app),
  'digest.find': row(signedIn),
  'digest.change': row(signedIn, () => ({ body: { isWanted: false } })),
  'digest.viewUnsubscribe': row(everybody, anUnknownDigest),
  'digest.unsubscribe': row(everybody, anUnknownDigest),
  'live.stream': row(withAccess),

  ...teamRows(app),
  ...importRows,
  ...integrationRows(app),
  ...privacyRows,

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

const endTrial = (person: Person) =>
  app.db.run(
    `update accounts set trial_end = '2020-01-01', subscription_status = 'inactive', subscription_plan = null
               where id = $1`,
    [person.account._id],
  )

const aTeamMember = async (team_role: 'manager' | 'seller', without?: 'subscription' | 'seat') => {
  const owner = await aSubscriber(app, 'pro')
  const caller = await aMember(app, owner, team_role)
  const lead = await aLead(app, caller.token)
  if (without === 'subscription') await endTrial(owner)
  // Básico has the owner's seat alone.
  if (without === 'seat') await subscribe(app, owner.user, 'basic')
  return { caller, lead }
}

const ofSomebodyElse = async (caller: Person) => ({
  caller,
  lead: await aLead(app, (await aSubscriber(app, 'pro')).token),
})

/** Creates a caller and the lead of the request. */
const scenes: Record<ActorName, () => Promise<Scene>> = {
  nobody: async () => ({ lead: await aLead(app, (await aSubscriber(app, 'pro')).token) }),
  owner: async () => {
    const caller = await aSubscriber(app, 'pro')
    return { caller, lead: await aLead(app, caller.token) }
  },
  'owner without subscription': async () => {
    const caller = await aUser(app)
    const lead = await aLead(app, caller.token)
    await endTrial(caller)
    return { caller, lead }
  },
  manager: () => aTeamMember('manager'),
  seller: () => aTeamMember('seller'),
  'seller without subscription': () => aTeamMember('seller', 'subscription'),
  'manager without seat': () => aTeamMember('manager', 'seat'),
  'seller without seat': () => aTeamMember('seller', 'seat'),
  'owner of another account': async () => ofSomebodyElse(await aSubscriber(app, 'pro')),
  administrator: async () => ofSomebodyElse(await anAdmin(app)),
}

const kept: Partial<Record<ActorName, Promise<Scene>>> = {}

/** Returns the scene that all requests of a caller share that leave it as it was. */
const keepScene = (actor: ActorName): Promise<Scene> => {
  kept[actor] ??= scenes[actor]()
  return kept[actor]
}

it('the matrix has a row for every endpoint of the contract and no other', () => {
  expect(Object.keys(matrix).toSorted()).toEqual(endpoints.map(([name]) => name).toSorted())
})

describe.each(endpoints)('%s', (name, endpoint) => {
  const { statuses, request } = matrix[name as EndpointName]

  it.each(actors.map((actor, index) => [actor, statuses[index] ?? 0] as const))(
    'returns %s with %d',
    async (actor, status) => {
      const isKept = changesNothing(endpoint, status, request)
      const { caller, lead } = await (isKept ? keepScene(actor) : scenes[actor]())
      const reply = await app.call(endpoint, { ...(await request(lead, caller)), token: caller?.token })
      const denial = [402, 403].includes(status) ? denialOf(endpoint, actor) : expect.any(String)
      expect([reply.status, reply.error?.code]).toEqual([status, status < 400 ? undefined : denial])
    },
  )
})

/** Callers as `decide` sees them. */
const ended = {
  role: 'user',
  subscription_plan: null,
  subscription_status: 'inactive',
  trial_end: '2020-01-01',
} as const
const subscribed = { ...ended, subscription_plan: 'pro', subscription_status: 'active' } as const
const callers: Record<Exclude<ActorName, 'nobody'>, Asker> = {
  owner: { user: subscribed, member: { team_role: 'owner' } },
  'owner without subscription': { user: ended, member: { team_role: 'owner' } },
  manager: { user: subscribed, member: { team_role: 'manager' } },
  seller: { user: subscribed, member: { team_role: 'seller' } },
  'seller without subscription': { user: ended, member: { team_role: 'seller' } },
  'manager without seat': { user: subscribed, member: { team_role: 'manager' }, hasSeat: false },
  'seller without seat': { user: subscribed, member: { team_role: 'seller' }, hasSeat: false },
  'owner of another account': { user: subscribed, member: { team_role: 'owner' } },
  administrator: { user: { ...ended, role: 'admin' }, member: { team_role: 'owner' } },
}
function denialOf({ access }: Endpoint, actor: ActorName): Decision | undefined {
  return access === 'public' || actor === 'nobody' ? undefined : decide(access, callers[actor], new Date())
}
const statusOf = (decision: Decision): number | undefined =>
  decision === 'allowed' ? undefined : errors[decision].status

describe.each(endpoints)('the row of %s', (name, { access }) => {
  const { statuses, scope } = matrix[name as EndpointName]

  it('matches the policy of its action', () => {
    if (access === 'public') return
    const [withoutSession, ...others] = statuses
    expect(withoutSession).toBe(401)
    const expected = Object.values(callers).map(asker => statusOf(decide(access, asker, new Date())))
    expect(others.map(status => (status === 402 || status === 403 ? status : undefined))).toEqual(expected)
  })

  it('admits keys only by the scope of its action', () => {
    const granted = scopes.filter(one => access !== 'public' && isInScope(access, [one]))
    expect(granted).toEqual(scope === null ? [] : [scope])
  })
})
