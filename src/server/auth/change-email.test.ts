import { afterEach, describe, expect, it } from 'vitest'
import { accountApi } from '#contract/auth/account.ts'
import { authApi } from '#contract/auth/auth.ts'
import { readSettings } from '../env.ts'
import { changeEmail } from '../testing/change-email.ts'
import { aUser, type Person } from '../testing/factories.ts'
import { createMailCatcher, parseResetLink } from '../testing/mail-catcher.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db, clock } = app
const limited = await testApp({ limits: readSettings({}).limits })
const mails = createMailCatcher(app.services)
const start = clock.now
afterEach(() => {
  clock.now = start
  limited.clock.now = start
})

let count = 0
const anEmail = () => `outra.${++count}@exemplo.com.br`
const ask = ({ token, password }: Person, email: string, currentPassword: unknown = password, server = app) =>
  server.call(authApi.updateProfile, { token, body: { nome: 'Ana', email, currentPassword } })
const confirm = (body: { token: string; email: string }) => call(authApi.confirmEmail, { body })
const mailsTo = async (email: string, about = '') => {
  await mails.deliver()
  return mails.to(email).filter(({ subject }) => subject.startsWith(about))
}
const aLink = async (person: Person, email: string) => {
  await ask(person, email)
  const mail = (await mailsTo(email, 'Confirme')).at(-1)
  if (!mail) throw new Error('no mail arrived')
  return parseResetLink(mail)
}
const signIn = async (email: string, password: string) =>
  (await call(authApi.login, { body: { email, password } })).status
const me = async ({ token }: Person) => (await call(authApi.me, { token })).data.user

describe('changing the e-mail', () => {
  it('requires the current password, so that a stolen session cannot take over the account', async () => {
    const person = await aUser(app)
    const email = anEmail()
    const without = await call(authApi.updateProfile, { token: person.token, body: { nome: 'Ana', email } })
    expect([without.status, without.error.fields]).toEqual([400, { currentPassword: 'Senha atual é obrigatória' }])
    const wrong = await ask(person, email, 'errada1')
    expect([wrong.status, wrong.error.code]).toEqual([400, 'wrong_password'])
    expect(await me(person)).toEqual(person.user)
    expect(await mailsTo(email)).toEqual([])
  })

  it('takes effect when the mailed link is opened, and notifies the old address', async () => {
    const person = await aUser(app)
    const { user, password } = person
    const email = anEmail()
    const { data } = await ask(person, email)
    expect(data.user).toMatchObject({ nome: 'Ana', email: user.email, pending_email: email })
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(mail?.text).toMatch(/^Olá!\n/)
    expect(mail?.text).not.toContain('Ana')
    expect(await signIn(email, password)).toBe(401)
    const { status, data: done } = await confirm(parseResetLink(mail as never))
    expect([status, done.message]).toEqual([200, 'E-mail confirmado com sucesso!'])
    expect(await me(person)).toMatchObject({ email, pending_email: null })
    expect([await signIn(email, password), await signIn(user.email, password)]).toEqual([200, 401])
    expect(await mailsTo(user.email, 'O e-mail da sua conta')).toHaveLength(1)
  })

  it('returns the same response for a free and a taken e-mail, and notifies only the owner of a taken one', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const free = anEmail()
    const responseTo = async (email: string) => {
      const { status, raw } = await ask(person, email)
      return [status, raw.body.replaceAll(email, 'X').replace(/"updatedAt":"[^"]*"/, '')]
    }
    expect(await responseTo(other.user.email.toUpperCase())).toEqual(await responseTo(free.toUpperCase()))
    await ask(person, other.user.email)
    const sentMails = await mailsTo(other.user.email, 'Este e-mail já tem uma conta')
    expect(sentMails).toHaveLength(1)
    expect(sentMails[0]?.text).not.toContain('confirm-email')
  })

  it('is rejected as taken only after the link was opened', async () => {
    const person = await aUser(app)
    const email = anEmail()
    const link = await aLink(person, email)
    await aUser(app, { email: email.toUpperCase() })
    const { status, error } = await confirm(link)
    expect([status, error.code]).toEqual([409, 'email_taken'])
    expect((await me(person)).email).toBe(person.user.email)
  })

  it('can be canceled, and its link mailed again', async () => {
    const person = await aUser(app)
    const { token } = person
    expect((await call(authApi.resendEmailLink, { token })).status).toBe(404)
    const email = anEmail()
    const link = await aLink(person, email)
    expect((await call(authApi.resendEmailLink, { token })).status).toBe(204)
    expect(await mailsTo(email, 'Confirme')).toHaveLength(2)
    const { data } = await call(authApi.cancelEmailChange, { token })
    expect(data.user).toMatchObject({ email: person.user.email, pending_email: null })
    expect((await confirm(link)).error.code).toBe('invalid_email_link')
  })
})

describe('a confirmation link', () => {
  it('works once when ten requests use it concurrently', async () => {
    const link = await aLink(await aUser(app), anEmail())
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => confirm(link)))).map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.filter(status => status === 400)).toHaveLength(9)
  })

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['a day', async () => (clock.now = new Date(start.getTime() + 24 * 3_600_000 + 1000))],
    ['a request for another e-mail', person => ask(person, anEmail())],
    [
      'a password change',
      ({ token, password }) =>
        call(authApi.changePassword, { token, body: { currentPassword: password, newPassword: 'segredo2' } }),
    ],
    ['the deletion of the account', ({ token, password }) => call(accountApi.remove, { token, body: { password } })],
  ])('is void after %s', async (_, happens) => {
    const person = await aUser(app)
    const link = await aLink(person, anEmail())
    await happens(person)
    expect((await confirm(link)).error.code).toBe('invalid_email_link')
  })

  it('works only with its own e-mail and token, and only its hash is stored', async () => {
    const email = anEmail()
    const link = await aLink(await aUser(app), email)
    expect((await confirm({ ...link, email: anEmail() })).status).toBe(400)
    expect((await confirm({ ...link, token: 'x'.repeat(43) })).status).toBe(400)
    const rows = await db.rows<{ row: string }>(
      'select u::text as row from identities u union all select o::text from outbox o',
    )
    expect(rows.some(({ row }) => row.includes(link.token))).toBe(false)
    expect((await confirm({ ...link, email: email.toUpperCase() })).status).toBe(200)
  })
})

describe('limits on mails', () => {
  it('cap the confirmation mails of one user and to one address', async () => {
    const [person, victim] = [await aUser(limited), anEmail()]
    const statuses: number[] = []
    for (let round = 0; round < 6; round++) {
      await ask(person, victim, person.password, limited)
      await mails.deliver()
      statuses.push((await ask(person, anEmail(), person.password, limited)).status)
    }
    expect(statuses.filter(status => status === 200).length).toBeLessThanOrEqual(3)
    for (let helper = 0; helper < 4; helper++) await ask(await aUser(limited), victim, 'segredo1', limited)
    expect((await mailsTo(victim)).length).toBe(3)
  })

  it('cap the mails about a changed password', async () => {
    const { token, user, password } = await aUser(limited)
    const statuses: number[] = []
    for (let round = 0; round < 7; round++) {
      const body = { currentPassword: password, newPassword: password }
      statuses.push((await limited.call(authApi.changePassword, { token, body })).status)
    }
    expect(statuses).toEqual([...Array(5).fill(200), 429, 429])
    expect(await mailsTo(user.email, 'A senha')).toHaveLength(5)
  })
})

describe('the end of a trial', () => {
  it('applies to every e-mail that the account has had', async () => {
    const person = await aUser(app)
    const [first, second] = [person.user.email, anEmail()]
    await changeEmail(app, person, second)
    await call(accountApi.remove, { token: person.token, body: { password: person.password } })
    clock.now = new Date(start.getTime() + 3_600_000)
    for (const email of [first.toUpperCase(), second]) {
      expect((await aUser(app, { email })).user.trial_end).toBe(person.user.trial_end)
    }
  })

  it('applies to a new account with an e-mail that another user has left', async () => {
    const person = await aUser(app)
    await changeEmail(app, person, anEmail())
    clock.now = new Date(start.getTime() + 3_600_000)
    const again = await aUser(app, { email: person.user.email })
    expect(again.user.trial_end).toBe(person.user.trial_end)
    // The first account of this e-mail has already received the welcome mail.
    expect(await mailsTo(person.user.email, 'Boas-vindas')).toEqual([])
  })
})
