import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { queueTrialReminders } from '../auth/maintenance.ts'
import { readSettings } from '../env.ts'
import { changeEmail } from '../testing/change-email.ts'
import { aRegistration, aSubscriber, aUser, userRow } from '../testing/factories.ts'
import { createMailCatcher } from '../testing/mail-catcher.ts'
import { testApp } from '../testing/test-app.ts'
import { composeMail, type Mail } from './mails.ts'
import { queueMail } from './outbox.ts'

const app = await testApp()
const { call, clock } = app
const mails = createMailCatcher(app.services)
const settings = readSettings({ PUBLIC_URL: 'https://app.exemplo.com.br', SUPPORT_EMAIL: 'ajuda@exemplo.com.br' })
const now = new Date('2026-11-20T12:00:00Z')
const soon = '2026-11-21T02:30:00.000Z'

const every: Mail[] = [
  { kind: 'welcome', nome: 'Inês', trialEnd: soon },
  { kind: 'trial-ending', nome: 'Inês', trialEnd: soon },
  { kind: 'reset', nome: 'Inês', link: 'https://app.exemplo.com.br/reset-password?token=a&email=b%40c.com' },
  { kind: 'email-in-use', nome: 'Inês' },
  { kind: 'key-created', nome: 'Inês', key: 'n8n' },
  { kind: 'webhook-failing', nome: 'Inês', url: 'https://hooks.exemplo.com.br/a' },
  { kind: 'webhook-disabled', nome: 'Inês', url: 'https://hooks.exemplo.com.br/a', reason: 'gone' },
  { kind: 'password-changed', nome: 'Inês', at: soon },
  { kind: 'email-changed', nome: 'Inês', newEmail: 'nova.caixa@outro.com.br', at: soon },
  { kind: 'payment-failed', nome: 'Inês', plan: 'pro' },
  { kind: 'subscription-canceled', nome: 'Inês', plan: 'basic', accessUntil: soon },
  { kind: 'subscription-canceled', nome: 'Inês', plan: 'basic', accessUntil: null },
  { kind: 'subscription-reactivated', nome: 'Inês', plan: 'basic', nextChargeAt: soon },
  {
    kind: 'payment-received',
    nome: 'Inês',
    plan: 'pro',
    amountCents: 7900,
    currency: 'brl',
    number: 'FCH-0001',
    invoicedAt: soon,
    nextChargeAt: soon,
  },
  { kind: 'plan-nearly-full', nome: 'Inês', plan: 'basic', used: 92, limit: 100 },
  {
    kind: 'digest',
    nome: 'Inês',
    groups: [
      { group: 'late', total: 100, leads: ['Rui Prado', 'ganhe em http://evil.example'] },
      { group: 'today', total: 1, leads: ['Ana'] },
      { group: 'no-step', total: 5, leads: ['Bia', 'Caio'] },
    ],
    link: 'https://app.exemplo.com.br/api/digest/unsubscribe?key=a',
  },
  { kind: 'backup-overdue', nome: 'Inês', dataUntil: soon },
  { kind: 'backup-overdue', nome: 'Inês', dataUntil: null },
  { kind: 'backup-downloaded', nome: 'Inês', at: soon },
  { kind: 'backups-ending', nome: 'Inês', until: soon },
  { kind: 'backups-failing', nome: 'Inês', dataUntil: soon },
  { kind: 'backups-failing', nome: 'Inês', dataUntil: null },
  {
    kind: 'request-deadline',
    nome: 'Inês',
    protocol: 'LGPD-2026-7K3FQ9XW',
    request: 'acesso',
    receivedOn: '2026-11-20',
    dueOn: '2026-12-05',
  },
]

describe.each(every)('the mail "$kind"', mail => {
  const { subject, text, html } = composeMail(mail, settings, now)

  it('has a greeting by name and the same content as text and HTML', () => {
    expect(subject).toContain('Fechou')
    expect(text).toMatch(/^Olá, Inês!\n/)
    const shown = html.replace(/<[^>]+>/g, ' ').replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    for (const line of text.split('\n\n').slice(0, 3)) expect(shown).toContain(line.split('\n')[0]?.replace(/:$/, ''))
    expect(text).toContain('ajuda@exemplo.com.br')
  })

  it('loads no resources and links only to the product', () => {
    expect(html).not.toMatch(/<img|<script|<link|src=|url\(/)
    for (const [, address] of html.matchAll(/href="([^"]+)"/g))
      expect(address).toMatch(/^https:\/\/app\.exemplo\.com\.br\//)
  })
})

it('the morning mail names the first leads of each group, without what looks like advertising', () => {
  const mail = every.find(({ kind }) => kind === 'digest') as Mail
  const { subject, text, unsubscribeUrl } = composeMail(mail, settings, now)
  expect(subject).toBe('Seu dia no Fechou: 100+ atrasados, 1 para hoje, 5 sem próximo passo')
  expect(text).toContain('Atrasados (100+): Rui Prado, um lead e muitos outros.')
  expect(text).toContain('Para hoje (1): Ana.')
  expect(text).toContain('Sem próximo passo (5): Bia, Caio e mais 3.')
  expect(unsubscribeUrl).toBe('https://app.exemplo.com.br/api/digest/unsubscribe?key=a')
})

it('dates are in Brasília time, and the trial ends today, tomorrow or on a date', () => {
  const subjectAt = (moment: string) => composeMail(every[1] as Mail, settings, new Date(moment)).subject
  expect(subjectAt('2026-11-19T12:00:00Z')).toBe('Seu teste do Fechou termina amanhã')
  expect(subjectAt('2026-11-20T12:00:00Z')).toBe('Seu teste do Fechou termina hoje')
  expect(subjectAt('2026-11-18T12:00:00Z')).toBe('Seu teste do Fechou termina em 20/11/2026')
  expect(composeMail(every[0] as Mail, settings, now).text).toContain('até 20/11/2026, às 23:30 (horário de Brasília).')
})

describe('name in a mail', () => {
  const greeted = (nome: string) => composeMail({ kind: 'welcome', nome, trialEnd: soon }, settings, now)

  it('is escaped in HTML', () => {
    const { html } = greeted('<b onclick="x">Zé & \'Cia\'')
    expect(html).not.toContain('<b onclick')
    expect(html).toContain('&#60;b onclick=')
  })

  it.each([
    'Ganhe em http://evil.example',
    'visite evil.example',
    'fale@evil.example',
    'evil．example？ evil。example/x',
    'evil: ligue 11 99999-0000',
    'ligue evil 11999990000',
  ])('is omitted when it looks like advertising: %s', nome =>
    expect(`${greeted(nome).text}${greeted(nome).html}`).not.toContain('evil'),
  )

  it('is shortened and normalized', () => {
    const hello = (nome: string) => greeted(nome).text.split('\n')[0]
    expect(hello('  Ana\u200B \u202EMaria\t de  Souza ')).toBe('Olá, Ana Maria de Souza!')
    expect(hello('Parabéns você acaba de ganhar um prêmio em dinheiro')).toBe(
      'Olá, Parabéns você acaba de ganhar um prêmio…!',
    )
  })

  it('with a line break is rejected by the database', async () => {
    const { status, error } = await call(authApi.register, { body: aRegistration({ nome: 'Ana\r\nBcc: x@y.com' }) })
    expect([status, error.fields]).toEqual([400, { nome: 'Escreva o nome em uma linha só' }])
  })
})

describe('mails are sent', () => {
  it('to a newly registered user, in the same transaction, with the end of the trial', async () => {
    const { user } = await aUser(app)
    const taken = await call(authApi.register, { body: aRegistration({ email: user.email }) })
    expect(taken.status).toBe(409)
    await mails.deliver()
    const [welcome, ...more] = mails.to(user.email)
    expect(more).toEqual([])
    expect(welcome?.subject).toMatch(/^Boas-vindas ao Fechou: seu teste vai até \d\d\/\d\d\/\d{4}$/)
  })

  it('to the old e-mail after an e-mail change, without the new one in full', async () => {
    const person = await aUser(app)
    const { token, user } = person
    await changeEmail(app, person, 'caixa.secreta@outro.com.br')
    const body = { nome: 'Ana', email: 'CAIXA.SECRETA@outro.com.br' }
    expect((await call(authApi.updateProfile, { token, body })).data.user.email).toBe(body.email)
    await mails.deliver()
    const letter = mails
      .to(user.email)
      .find(({ subject }) => subject === 'O e-mail da sua conta no Fechou foi alterado')
    expect(letter).toBeDefined()
    expect(letter?.text).toContain('c•••@outro.com.br')
    expect(letter?.text).not.toContain('secreta')
    expect(mails.to('caixa.secreta@outro.com.br')).toEqual([])
  })

  it('to no user after a failed password change', async () => {
    const { token, user } = await aUser(app)
    const body = { currentPassword: 'errada1', newPassword: 'segredo2' }
    await call(authApi.changePassword, { token, body })
    await mails.deliver()
    expect(mails.to(user.email)).toHaveLength(1)
  })

  it('once to a user whose trial ends tomorrow, not to a subscriber', async () => {
    const [person, payer] = [await aUser(app), await aSubscriber(app, 'pro')]
    await mails.deliver()
    const before = clock.now
    clock.now = new Date(before.getTime() + 47 * 3_600_000)
    await queueTrialReminders(app.services)
    expect((await mails.deliver()).sent).toBe(0)
    clock.now = new Date(before.getTime() + 48.5 * 3_600_000)
    await Promise.all([queueTrialReminders(app.services), queueTrialReminders(app.services)])
    await queueTrialReminders(app.services)
    await mails.deliver()
    const about = (email: string) => mails.to(email).filter(({ subject }) => subject.includes('termina'))
    expect(about(person.user.email)).toHaveLength(1)
    expect(about(person.user.email)[0]?.subject).toMatch(/^Seu teste do Fechou termina (amanhã|hoje)$/)
    expect(about(payer.user.email)).toEqual([])
    clock.now = before
  })

  it('to no user after the account was deleted', async () => {
    const { user } = await aUser(app)
    const { account_id } = await userRow(app, user)
    await queueMail(app.db, account_id, user.email, { kind: 'payment-failed', nome: user.nome, plan: 'pro' }, clock.now)
    await app.db.run('delete from accounts where id = $1', [account_id])
    await mails.deliver()
    expect(mails.to(user.email)).toEqual([])
  })
})

it('a digest in the name of a brand says who sends it, and a brand that is an address is left out', () => {
  const digest = every.find(({ kind }) => kind === 'digest') as Extract<Mail, { kind: 'digest' }>
  const branded = composeMail({ ...digest, brand: 'Padaria Sol' }, settings, now)
  expect(branded.subject).toMatch(/^Padaria Sol: /)
  expect(branded.text).toContain('Enviado por Fechou em nome de Padaria Sol.')
  expect(composeMail({ ...digest, brand: 'www.golpe.example', logo: Buffer.from('x') }, settings, now)).toEqual(
    composeMail(digest, settings, now),
  )
})
