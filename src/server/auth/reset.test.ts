import { afterEach, describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { changeEmail } from '../testing/change-email.ts'
import { aUser, type Person } from '../testing/factories.ts'
import { createMailCatcher, parseResetLink } from '../testing/mail-catcher.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db, clock } = app
const mails = createMailCatcher(app.services)
const start = clock.now
afterEach(() => {
  clock.now = start
})

const forgot = (email: unknown, headers = {}) => call(authApi.forgotPassword, { body: { email }, headers })
const resets = (email: string) => mails.to(email).filter(({ subject }) => subject.startsWith('Redefina'))

/** Requests a link and returns it as mailed. */
const aLink = async ({ user }: Pick<Person, 'user'>) => {
  await forgot(user.email)
  await mails.deliver()
  const mail = resets(user.email).at(-1)
  if (!mail) throw new Error('no mail arrived')
  return parseResetLink(mail)
}
const reset = (link: { token: string; email: string }, password = 'segredo2', confirmPassword = password) =>
  call(authApi.resetPassword, { body: { ...link, password, confirmPassword } })
const signIn = async (email: string, password: string) =>
  (await call(authApi.login, { body: { email, password } })).status

describe('POST /auth/forgot-password', () => {
  it('returns the same response for known and unknown e-mails, and mails only known ones', async () => {
    const { user } = await aUser(app)
    const [known, unknown] = [await forgot(user.email.toUpperCase()), await forgot('ninguem@exemplo.com.br')]
    for (const { status, data } of [known, unknown]) {
      expect([status, data]).toEqual([200, { message: 'Se o e-mail existir, enviaremos as instruções.' }])
    }
    expect(Object.keys(unknown.raw.headers)).toEqual(Object.keys(known.raw.headers))
    await mails.deliver()
    expect(resets(user.email)).toHaveLength(1)
    expect(mails.to('ninguem@exemplo.com.br')).toEqual([])
    expect(await db.rows(`select from outbox where kind = 'reset'`)).toEqual([])
  })

  it('mails a link to PUBLIC_URL, whatever host the request names', async () => {
    const { user } = await aUser(app)
    await forgot(user.email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    await mails.deliver()
    const [mail] = resets(user.email)
    expect(mail?.text).toContain('http://fechou.test/reset-password?token=')
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
  })

  it.each(['', 'x', undefined, ['a@b.com'], { $gt: '' }, 'a@b.com\r\nBcc: c@d.com'])('rejects %j', async email => {
    const { status, error } = await forgot(email)
    expect([status, error.fields]).toEqual([400, { email: 'E-mail inválido' }])
  })

  it('expires after a day in which no mail could be sent', async () => {
    const person = await aUser(app)
    await forgot(person.user.email)
    clock.now = new Date(start.getTime() + 25 * 3_600_000)
    await mails.deliver()
    expect(resets(person.user.email)).toEqual([])
  })
})

describe('a reset link', () => {
  it('sets a new password, ends all sessions and creates none', async () => {
    const person = await aUser(app)
    const { status, data, raw } = await reset(await aLink(person), '  nova senha 😀 ')
    expect([status, data]).toEqual([200, { message: 'Senha redefinida com sucesso!' }])
    expect(raw.body).not.toContain('token')
    expect((await call(authApi.me, { token: person.token })).status).toBe(401)
    expect(await signIn(person.user.email, person.password)).toBe(401)
    expect(await signIn(person.user.email, '  nova senha 😀 ')).toBe(200)
  })

  it('is followed by a mail that confirms the change', async () => {
    const person = await aUser(app)
    await reset(await aLink(person))
    await mails.deliver()
    expect(mails.to(person.user.email).at(-1)?.subject).toBe('A senha da sua conta no Fechou foi alterada')
  })

  it('works once', async () => {
    const link = await aLink(await aUser(app))
    expect((await reset(link)).status).toBe(200)
    const { status, error } = await reset(link, 'segredo3')
    expect([status, error.code, error.message]).toEqual([400, 'invalid_reset_token', 'Link inválido ou expirado.'])
  })

  it('works once when twenty requests use it concurrently', async () => {
    const person = await aUser(app)
    const link = await aLink(person)
    const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => reset(link, `segredo-${index}`)))
    const won = responses.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    expect(won).toHaveLength(1)
    expect(responses.filter(({ error }) => error.code === 'invalid_reset_token')).toHaveLength(19)
    expect(await signIn(person.user.email, `segredo-${won[0]}`)).toBe(200)
  })

  it('expires after an hour', async () => {
    const [one, other] = [await aUser(app), await aUser(app)]
    const [early, late] = [await aLink(one), await aLink(other)]
    clock.now = new Date(start.getTime() + 3_600_000 - 1000)
    expect((await reset(early)).status).toBe(200)
    clock.now = new Date(start.getTime() + 3_600_000 + 1000)
    expect((await reset(late)).error.code).toBe('invalid_reset_token')
  })

  it('is void once a newer one was sent', async () => {
    const person = await aUser(app)
    const [first, second] = [await aLink(person), await aLink(person)]
    expect((await reset(first)).status).toBe(400)
    expect((await reset(second)).status).toBe(200)
  })

  it('is sent only for the newer of two pending requests', async () => {
    const { user } = await aUser(app)
    await forgot(user.email)
    await forgot(user.email.toUpperCase())
    await mails.deliver()
    expect(resets(user.email)).toHaveLength(1)
    expect((await reset(parseResetLink(resets(user.email)[0] as never))).status).toBe(200)
  })

  it('is void after a password change, and a pending one is not sent', async () => {
    const person = await aUser(app)
    const link = await aLink(person)
    await forgot(person.user.email)
    const body = { currentPassword: person.password, newPassword: 'segredo9' }
    expect((await call(authApi.changePassword, { token: person.token, body })).status).toBe(200)
    await mails.deliver()
    expect(resets(person.user.email)).toHaveLength(1)
    expect((await reset(link)).status).toBe(400)
    expect(await signIn(person.user.email, 'segredo9')).toBe(200)
  })

  it('is void after a change of the e-mail', async () => {
    const person = await aUser(app)
    const link = await aLink(person)
    const email = `novo.${person.user.email}`
    await changeEmail(app, person, email)
    expect((await reset(link)).status).toBe(400)
    expect((await reset({ ...link, email })).status).toBe(400)
  })

  it('works only with its own e-mail and token', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const { token } = await aLink(person)
    expect((await reset({ token, email: other.user.email })).status).toBe(400)
    expect(
      (await reset({ token: `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`, email: person.user.email }))
        .status,
    ).toBe(400)
    expect((await reset({ token: '', email: person.user.email })).status).toBe(400)
    expect((await reset({ token, email: person.user.email.toUpperCase() })).status).toBe(200)
  })

  it('has 256 random bits and is stored only as a hash', async () => {
    const { token } = await aLink(await aUser(app))
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = await db.rows<{ row: string }>(
      'select r::text as row from password_resets r union all select o::text from outbox o',
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ row }) => row.includes(token))).toBe(false)
  })

  it.each([
    ['password', '12345', '12345', { password: 'Senha deve ter pelo menos 6 caracteres' }],
    ['confirmation', 'segredo2', 'segredo3', { confirmPassword: 'As senhas não coincidem' }],
  ])('remains valid after an invalid %s', async (_, password, confirmation, fields) => {
    const link = await aLink(await aUser(app))
    const { status, error } = await reset(link, password, confirmation)
    expect([status, error.fields]).toEqual([400, fields])
    expect((await reset(link)).status).toBe(200)
  })
})
