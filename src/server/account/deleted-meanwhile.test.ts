import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { authApi } from '#contract/auth/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { anonymizeWord } from '#contract/privacy/privacy.ts'
import type { Db } from '../db/client.ts'
import { aPayingUser, billingApp } from '../testing/billing-app.ts'
import { aCaptureFormBody } from '../testing/capture-app.ts'
import {
  aFiscalDataForm,
  aLead,
  aLeadForm,
  anAdmin,
  anExportedLead,
  aRegistration,
  aUser,
  userRow,
} from '../testing/factories.ts'
import { testDatabase } from '../testing/test-database.ts'

const real = await testDatabase()
/** Runs `act` once, right after the statement with this name. */
let meanwhile: { after: string; act: () => Promise<unknown> } | undefined
const actIfDue = async <Result>(name: string | undefined, result: Result): Promise<Result> => {
  const due = meanwhile?.after === name ? meanwhile : undefined
  if (due) meanwhile = undefined
  await due?.act()
  return result
}
const database: Db = {
  ...real,
  row: async <Row>(text: string, values?: unknown[], name?: string) =>
    actIfDue(name, await real.row<Row>(text, values, name)),
  rows: async <Row>(text: string, values?: unknown[], name?: string) =>
    actIfDue(name, await real.rows<Row>(text, values, name)),
}
const app = await billingApp({}, { database })

const removing = (accountId: string) => () => real.run('delete from accounts where id = $1', [accountId])

const isForAdmins = ({ access }: Endpoint) => access.startsWith('admin.')
const isAboutLeads = ({ access }: Endpoint) => access.startsWith('leads.')

const callerOf = (name: string, endpoint: Endpoint) => {
  if (isForAdmins(endpoint)) return anAdmin(app)
  const paid = [
    'keys.create',
    'brand.change',
    'brand.changeLogo',
    'accountBackups.create',
    'accountBackups.prepareRestore',
    'accountBackups.startRestore',
  ]
  return paid.includes(name) ? aPayingUser(app, 'enterprise') : aUser(app)
}

const signedIn = Object.entries(api).flatMap(([group, members]) =>
  Object.entries<Endpoint>(members).flatMap(([name, endpoint]) =>
    endpoint.access === 'public' ? [] : [[`${group}.${name}`, endpoint] as const],
  ),
)

/** A valid body for every endpoint. */
const body = () => ({
  ...aLeadForm(),
  ...aRegistration(),
  currentPassword: 'segredo1',
  newPassword: 'segredo2',
  status: 'novo-lead',
  leads: [anExportedLead()],
  ids: [randomUUID()],
  texto: 'Ligar amanhã',
  step: null,
  team_role: 'seller',
  token: 'x'.repeat(43),
  to: randomUUID(),
  leadsTo: null,
  timezone: 'America/Manaus',
  sellers_see: 'all',
  sellers_take_unassigned: true,
  fileName: 'leads.csv',
  bytes: 10,
  accountId: randomUUID(),
  priceId: 'price_x',
  successUrl: `${app.services.settings.publicUrl}/dashboard`,
  cancelUrl: `${app.services.settings.publicUrl}/subscription`,
})

const person = { telefone: '(11) 98888-7777' }
const otherParams = { noteId: randomUUID(), contactId: randomUUID(), deliveryId: randomUUID(), part: '0' }
const special: Record<string, object> = {
  'accountBackups.prepareRestore': { backupId: randomUUID(), mode: 'missing' },
  'billing.updateStatus': { subscriptionId: null, status: 'active', plan: 'pro' },
  'brand.change': { nome: null, color: null },
  'fiscalData.change': aFiscalDataForm(),
  'bulk.move': { to: 'ganho' },
  'bulk.setLegalBasis': { to: 'contrato' },
  'duplicates.tellApart': { pairs: [[randomUUID(), randomUUID()]] },
  'duplicates.takeBack': { pairs: [[randomUUID(), randomUUID()]] },
  'duplicates.merge': { version: 1, others: [{ _id: randomUUID(), version: 1 }] },
  'team.orderSeats': { members: [] },
  'story.addContact': { channel: 'whatsapp' },
  'story.setOutcome': { outcome: 'respondeu' },
  'lostReasons.set': { reasonId: null },
  'stageLimits.change': { days: { negociacao: 10 } },
  'digest.change': { isWanted: false },
  'keys.create': { nome: 'n8n', scopes: ['leads:read'] },
  'privacy.report': { person },
  'privacy.correct': { leadIds: [randomUUID()], change: { nome: 'Nome certo' } },
  'privacy.anonymize': { person, confirmation: anonymizeWord },
  'privacy.anonymizeLeads': { leadIds: [randomUUID()], confirmation: anonymizeWord },
  'privacy.addRequest': { kind: 'acesso', requester: 'Ana', verifiedHow: 'Por telefone', receivedOn: '2026-11-20' },
  'privacy.closeRequest': { state: 'atendido', outcome: 'Enviamos o relatório' },
  'privacy.changeSettings': { isSmallAgent: false, lostMonths: null, nurturingMonths: null, noBasisMonths: null },
  'capture.createForm': aCaptureFormBody(),
  'capture.changeForm': aCaptureFormBody(),
  'webhooks.create': { url: 'https://93.184.215.14/leads', events: ['lead.created'] },
}

describe('an account deleted during a request', () => {
  it.each(signedIn)('%s: returns session_expired or succeeds', async (name, endpoint) => {
    const person = await callerOf(name, endpoint)
    const { account_id } = await userRow(app, person.user)
    const lead = isAboutLeads(endpoint) ? await aLead(app, person.token) : undefined
    meanwhile = { after: 'find-session-users', act: removing(account_id) }
    const { status, error, raw } = await app.call(endpoint, {
      token: person.token,
      ...(endpoint.params ? { params: { id: lead?._id ?? randomUUID(), ...otherParams } } : {}),
      ...(endpoint.body ? { body: { ...body(), ...special[name], password: person.password } } : {}),
    })
    expect(meanwhile).toBeUndefined()
    expect(status, raw.body).toBeLessThan(500)
    // About other accounts, or about the missing file.
    const hasOtherErrors = ['billing.checkout', 'auth.switchAccount', 'team.acceptInvite', 'brand.changeLogo'].includes(
      name,
    )
    if (status >= 400 && !hasOtherErrors) expect([status, error.code]).toEqual([401, 'session_expired'])
    const writes = [
      'leads.create',
      'leads.sync',
      'leads.replace',
      'leads.update',
      'leads.remove',
      'story.addNote',
      'auth.changePassword',
    ]
    if ([...writes, 'auth.updateProfile', 'account.remove'].includes(name)) expect(status).toBe(401)
  })

  it('prevents the login', async () => {
    const { user, password } = await aUser(app)
    const { account_id } = await userRow(app, user)
    meanwhile = { after: 'find-user-by-email', act: removing(account_id) }
    const { status, error } = await app.call(authApi.login, { body: { email: user.email, password } })
    expect([status, error.code]).toEqual([401, 'invalid_credentials'])
  })

  it('rejects a concurrent password change', async () => {
    const { user, token, password } = await aUser(app)
    const { account_id } = await userRow(app, user)
    meanwhile = { after: 'find-user', act: removing(account_id) }
    const change = { currentPassword: password, newPassword: 'segredo2' }
    const { status, error } = await app.call(authApi.changePassword, { token, body: change })
    expect([status, error.code]).toEqual([401, 'session_expired'])
  })
})
