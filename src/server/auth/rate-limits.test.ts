import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { accountApi } from '#contract/auth/account.ts'
import { authApi } from '#contract/auth/auth.ts'
import { authAccountsApi } from '#contract/auth/auth-accounts.ts'
import { healthApi } from '#contract/health.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { readSettings, SettingsError } from '../env.ts'
import { aMembership, aRegistration, aUser } from '../testing/factories.ts'
import { createMailCatcher } from '../testing/mail-catcher.ts'
import { anIp, fromIp, limits, proxiedApp, times, trustingProxy } from '../testing/proxied-app.ts'
import { testApp } from '../testing/test-app.ts'
import { removeExpiredHits } from './rate-limit-store.ts'

const app = await testApp({ limits })
const { proxied, start, later, signIn, aRegisteredUser } = await proxiedApp()
app.clock.now = start
afterEach(() => {
  app.clock.now = start
  later(0)
})

describe('wrong passwords', () => {
  it('for one account from one IP are rejected from the sixth on, for fifteen minutes', async () => {
    const { email, password } = await aRegisteredUser()
    const address = anIp()
    const statuses = (await times(5, () => signIn(email, 'errada1', address))).map(({ status }) => status)
    expect(statuses).toEqual([401, 401, 401, 401, 401])
    const sixth = await signIn(email.toUpperCase(), password, address)
    expect([sixth.status, sixth.error.code]).toEqual([429, 'too_many_requests'])
    expect(Number(sixth.raw.headers['retry-after'])).toBe(900)
    expect(sixth.error.message).toBe('Muitas tentativas. Tente novamente em 15 minutos.')
    later(899)
    expect((await signIn(email, password, address)).status).toBe(429)
    later(901)
    expect((await signIn(email, password, address)).status).toBe(200)
  })

  it('do not lock the user out on another IP', async () => {
    const { email, password } = await aRegisteredUser()
    const address = anIp()
    await times(8, () => signIn(email, 'errada1', address))
    expect((await signIn(email, password)).status).toBe(200)
  })

  it('are counted when forty arrive concurrently', async () => {
    const { email } = await aRegisteredUser()
    const address = anIp()
    const responses = await Promise.all(Array.from({ length: 40 }, () => signIn(email, 'errada1', address)))
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5)
  })

  it('are cleared by a successful login', async () => {
    const { email, password } = await aRegisteredUser()
    const address = anIp()
    for (let round = 0; round < 3; round++) {
      await times(4, () => signIn(email, 'errada1', address))
      expect((await signIn(email, password, address)).status).toBe(200)
    }
  })

  it('for many accounts from one IP are rejected from the 31st on', async () => {
    const address = anIp()
    const responses = await times(32, index => signIn(`ninguem.${index}@exemplo.com.br`, 'errada1', address))
    expect(responses.map(({ status }) => status)).toEqual([...Array(30).fill(401), 429, 429])
  })

  it('from many IPs throttle unknown IPs but not IPs with an earlier login', async () => {
    const { email, password } = await aRegisteredUser()
    const home = anIp()
    expect((await signIn(email, password, home)).status).toBe(200)
    const addresses = Array.from({ length: 10 }, anIp)
    const attempt = (count: number, address: string) => times(count, () => signIn(email, 'errada1', address))
    for (const address of addresses.slice(0, 5)) await attempt(4, address)
    // Each unknown IP has two attempts of its own; all of them share six more.
    const responses = [...(await attempt(5, anIp())), ...(await attempt(5, anIp())), ...(await attempt(5, anIp()))]
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter(status => status === 401)).toHaveLength(2 + 2 + 2 + 6)
    expect(statuses.slice(-2)).toEqual([429, 429])
    expect(Number(responses.at(-1)?.raw.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await signIn(email, password, home)).status).toBe(200)
  })

  it('are limited alike for known and unknown e-mails', async () => {
    const { email } = await aRegisteredUser()
    const statusesOf = async (address: string) =>
      (await times(7, () => signIn(address, 'errada1', '198.51.100.7'))).map(({ status }) => status)
    expect(await statusesOf(email)).toEqual(await statusesOf('nunca.existiu@exemplo.com.br'))
  })

  it('stay counted after a restart', async () => {
    const { email } = await aRegisteredUser()
    const address = anIp()
    await times(5, () => signIn(email, 'errada1', address))
    const restarted = await testApp(trustingProxy)
    const body = { email, password: 'errada1' }
    expect((await restarted.call(authApi.login, { body, headers: fromIp(address) })).status).toBe(429)
  })
})

describe('the IP address of a client', () => {
  it('ignores X-Forwarded-For of an untrusted client', async () => {
    const { email, password } = await aRegisteredUser()
    const responses = await times(100, index =>
      app.call(authApi.login, { body: { email, password: 'errada1' }, headers: fromIp(`192.0.2.${index}`) }),
    )
    expect(responses.slice(30).every(({ status }) => status === 429)).toBe(true)
    expect((await signIn(email, password)).status).toBe(200)
  })

  it('is a /64 network for IPv6', async () => {
    const { email } = await aRegisteredUser()
    const responses = await times(6, index => signIn(email, 'errada1', `2001:db8:1:2::${index + 1}`))
    expect(responses.at(-1)?.status).toBe(429)
    expect((await signIn(email, 'errada1', '2001:db8:1:3::1')).status).toBe(401)
  })
})

describe('other attempts', () => {
  it('to register are rejected from the 21st in an hour', async () => {
    const headers = fromIp(anIp())
    const responses = await times(21, () => proxied.call(authApi.register, { body: aRegistration(), headers }))
    expect(responses.map(({ status }) => status)).toEqual([...Array(20).fill(201), 429])
  })

  it('to request reset mails all get the same response, and two mails an hour are sent', async () => {
    const { email } = await aRegisteredUser()
    const mails = createMailCatcher(proxied.services)
    const responses = await times(10, async () => {
      const response = await proxied.call(authApi.forgotPassword, { body: { email }, headers: fromIp(anIp()) })
      await mails.deliver()
      return response
    })
    expect(new Set(responses.map(({ status, raw }) => `${status} ${raw.body}`)).size).toBe(1)
    expect(mails.to(email).filter(({ subject }) => subject.startsWith('Redefina'))).toHaveLength(2)
  })

  it('to use reset links are rejected from the eleventh', async () => {
    const body = { email: 'a@b.com', token: 'x'.repeat(43), password: 'segredo1', confirmPassword: 'segredo1' }
    const headers = fromIp(anIp())
    const responses = await times(11, () => proxied.call(authApi.resetPassword, { body, headers }))
    expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429])
  })

  it('at the current password are rejected from the sixth, also when deleting the account', async () => {
    const { token, password } = await aUser(proxied)
    const change = (currentPassword: string) =>
      proxied.call(authApi.changePassword, { token, body: { currentPassword, newPassword: 'segredo2' } })
    expect((await times(5, () => change('errada1'))).map(({ status }) => status)).toEqual(Array(5).fill(400))
    expect((await change(password)).status).toBe(429)
    expect((await proxied.call(accountApi.remove, { token, body: { password } })).status).toBe(429)
  })

  it('at the current password stay counted when the session moves to another account', async () => {
    later(3601)
    const person = await aUser(proxied)
    const elsewhere = await aMembership(proxied, await aUser(proxied), person, 'seller')
    let { token } = person
    const responses = await times(6, async index => {
      const body = { accountId: (index % 2 ? person : elsewhere).account._id }
      token = (await proxied.call(authAccountsApi.switchAccount, { token, body })).data.token
      const change = { currentPassword: 'errada1', newPassword: 'segredo2' }
      return proxied.call(authApi.changePassword, { token, body: change })
    })
    expect(responses.map(({ status }) => status)).toEqual([...Array(5).fill(400), 429])
  })
})

describe('the general limit', () => {
  it('is 300 requests a minute per user, without affecting other users', async () => {
    const { token } = await aUser(proxied)
    const other = await aUser(proxied)
    const statuses = (await times(302, () => proxied.call(authApi.me, { token }))).map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(300)
    const rejected = await proxied.call(leadsApi.list, { token })
    expect([rejected.status, rejected.error.code]).toEqual([429, 'too_many_requests'])
    expect(Number(rejected.raw.headers['retry-after'])).toBeGreaterThan(0)
    expect((await proxied.call(authApi.me, { token: other.token })).status).toBe(200)
    later(61)
    expect((await proxied.call(authApi.me, { token })).status).toBe(200)
  })

  it('is 100 requests a minute per IP without a session, health probes excepted', async () => {
    later(200)
    const headers = fromIp(anIp())
    const ask = () => proxied.call(authApi.me, { token: 'x'.repeat(43), headers })
    const statuses = (await times(101, ask)).map(({ status }) => status)
    expect(statuses).toEqual([...Array(100).fill(401), 429])
    const body = { email: 'a@b.com', password: 'segredo1' }
    expect((await proxied.call(authApi.login, { body, headers })).status).toBe(429)
    expect((await proxied.call(healthApi.live, { headers })).status).toBe(200)
  })
})

describe('invented tokens', () => {
  it('are not looked up once their IP is over its limit, and valid sessions from that IP keep working', async () => {
    later(200)
    const headers = fromIp(anIp())
    const { token } = await aUser(proxied)
    expect((await proxied.call(authApi.me, { token, headers })).status).toBe(200)
    const made = () => proxied.call(authApi.me, { token: randomBytes(32).toString('base64url'), headers })
    await times(100, made)
    const { row } = app.db
    const lookups: unknown[] = []
    app.db.row = (...statement) => {
      lookups.push(statement[2])
      return row(...statement)
    }
    const beyond = await times(20, made)
    app.db.row = row
    expect(new Set(beyond.map(({ status }) => status))).toEqual(new Set([429]))
    expect(lookups).toEqual([])
    expect((await proxied.call(authApi.me, { token, headers })).status).toBe(200)
  })
})

describe('stored counts', () => {
  it('contain no e-mail or IP address, and are deleted after they expire', async () => {
    const { email } = await aRegisteredUser()
    await signIn(email, 'errada1', '203.0.113.99')
    const rows = await app.db.rows<{ row: string }>('select l::text as row from rate_limits l')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ row }) => row.includes(email) || row.includes('203.0'))).toBe(false)
    await removeExpiredHits(app.db, new Date(start.getTime() + 40 * 86_400_000))
    expect(await app.db.rows('select from rate_limits')).toEqual([])
  })
})

describe('the settings', () => {
  it('change each limit', () => {
    expect(readSettings({ LIMIT_LOGIN: '3/90s', LIMIT_USER: '1000/1h' }).limits).toMatchObject({
      login: { max: 3, windowSeconds: 90 },
      user: { max: 1000, windowSeconds: 3600 },
      loginAddress: { max: 30, windowSeconds: 300 },
    })
    expect(readSettings({ RATE_LIMITS: 'off' }).limits).toBeUndefined()
  })

  it.each<Record<string, string>>([
    { NODE_ENV: 'production', RATE_LIMITS: 'off' },
    { LIMIT_LOGIN: '5' },
    { LIMIT_LOGIN: '0/1m' },
    { TRUSTED_PROXIES: 'true' },
    { TRUSTED_PROXIES: '*' },
    { SMTP_URL: 'http://mail.example.com' },
    { MAIL_FROM: 'Fechou <a@b.com>\r\nBcc: c@d.com' },
    { MAIL_FROM: 'ninguém' },
  ])('reject %j', settings => expect(() => readSettings(settings)).toThrow(SettingsError))

  it('contain trusted proxies and the sender of mails', () => {
    const read = readSettings({ TRUSTED_PROXIES: '10.0.0.0/8, ::1,loopback', MAIL_FROM: 'Fechou Já <oi@fechou.com>' })
    expect(read.trustedProxies).toEqual(['10.0.0.0/8', '::1', 'loopback'])
    expect(read.mailFrom).toEqual({ name: 'Fechou Já', address: 'oi@fechou.com' })
    expect(readSettings({ PUBLIC_URL: 'https://app.x.com' }).mailFrom.address).toBe('nao-responda@app.x.com')
  })
})
