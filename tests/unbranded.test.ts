import { expect, it } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { authApi } from '#contract/auth/auth.ts'
import { billingApi } from '#contract/billing/billing.ts'
import { brandApi } from '#contract/brand/brand.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { privacyApi } from '#contract/privacy/privacy.ts'
import { teamApi } from '#contract/team/team.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { aPayingUser, billingApp } from '#server/testing/billing-app.ts'
import { setLogo } from '#server/testing/brand.ts'
import { aLead, anAdmin } from '#server/testing/factories.ts'
import { createMailCatcher } from '#server/testing/mail-catcher.ts'
import type { CallOptions } from '#server/testing/test-app.ts'

// What speaks for the product itself is the same, byte for byte, whether an account has a brand or not.

const app = await billingApp()
const { call, db, services, clock } = app
const mails = createMailCatcher(services)
const brand = { nome: 'Padaria Sol', color: '#aa3300' }

const owner = await aPayingUser(app, 'enterprise')
const admin = await anAdmin(app)
const lead = await aLead(app, owner.token, { nome: 'Bia Reis' })
const { token } = owner
const person = { leadId: lead._id }

const requests: [name: string, endpoint: Endpoint, options: CallOptions][] = [
  ['a rejected sign-in', authApi.login, { body: { email: owner.user.email, password: 'errada1' } }],
  ['a request for a new password', authApi.forgotPassword, { body: { email: owner.user.email } }],
  [
    'a rejected new password',
    authApi.resetPassword,
    { body: { email: owner.user.email, token: 'x'.repeat(43), password: 'segredo2', confirmPassword: 'segredo2' } },
  ],
  ['the plans', billingApi.plans, { token }],
  ['the invoices', billingApi.invoices, { token }],
  ['the history of the subscription', billingApi.history, { token }],
  ['the administrators’ list of users', adminApi.users, { token: admin.token }],
  ['the administrators’ metrics', adminApi.metrics, { token: admin.token }],
  ['the administrators’ revenue', adminApi.revenue, { token: admin.token }],
  ['the administrators’ list of leads', adminApi.leads, { token: admin.token }],
  ['the report on a person', privacyApi.report, { token, body: { person, format: 'html' } }],
  ['the report on a person as JSON', privacyApi.report, { token, body: { person, format: 'json' } }],
]

const at = clock.now.toISOString()
const { nome, email } = owner.user
const letters = [
  { kind: 'welcome', nome, trialEnd: at },
  { kind: 'trial-ending', nome, trialEnd: at },
  { kind: 'password-changed', nome, at },
  { kind: 'email-changed', nome, newEmail: 'outra@exemplo.com.br', at },
  { kind: 'member-joined', nome, member: 'Rui', account: owner.account.nome },
  { kind: 'ownership-given', nome, account: owner.account.nome, next: 'Rui' },
  { kind: 'payment-failed', nome, plan: 'enterprise' },
  { kind: 'subscription-canceled', nome, plan: 'enterprise', accessUntil: at },
  { kind: 'plan-nearly-full', nome, plan: 'basic', used: 90, limit: 100 },
] as const

const withoutLinks = (text: string) => text.replace(/(token=|convite#)[\w-]+/g, '$1')

/** Subjects, texts and pages of all mails about the account itself, also of those with links. */
const readMails = async () => {
  mails.mails.length = 0
  await db.run('delete from outbox')
  for (const letter of letters) await queueMail(db, owner.account._id, email, letter, clock.now)
  await call(authApi.forgotPassword, { body: { email } })
  await call(teamApi.invite, { token, body: { email: 'rui@exemplo.com.br', team_role: 'seller' } })
  await mails.deliver()
  const parts = mails.mails.map(({ subject, text, html, picture }) =>
    [subject, withoutLinks(text), withoutLinks(html), picture].join('\n'),
  )
  expect(parts).toHaveLength(letters.length + 2)
  return parts.toSorted()
}

const readAll = async () => {
  const responses: Record<string, string> = {}
  for (const [name, endpoint, options] of requests) {
    const { status, raw } = await call(endpoint, options)
    const { requestId } = raw.headers['content-type']?.includes('json') ? (JSON.parse(raw.body || '{}') ?? {}) : {}
    responses[name] = `${status} ${requestId ? raw.body.replace(requestId, '') : raw.body}`
  }
  return { responses, mails: await readMails() }
}

it('sign-in, new passwords, payments, administration, the report on a person and mails ignore the brand', async () => {
  const plain = await readAll()
  await call(brandApi.change, { token, body: brand })
  await setLogo(app, owner)
  expect((await call(authApi.me, { token })).data.brand?.nome).toBe(brand.nome)
  const branded = await readAll()
  expect(branded).toEqual(plain)
  expect(JSON.stringify(branded)).toContain('Fechou')
  expect(plain.responses['the report on a person']).toContain('Bia Reis')
})
