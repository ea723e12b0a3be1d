import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { accountApi } from '#contract/account.ts'
import { authApi } from '#contract/auth.ts'
import { healthApi } from '#contract/health.ts'
import { leadsApi } from '#contract/leads.ts'
import { readSettings, SettingsError } from '../env.ts'
import { aRegistration, aUser } from '../testing/factories.ts'
import { createMailCatcher } from '../testing/mail-catcher.ts'
import { testApp } from '../testing/test-app.ts'
import { removeExpiredHits } from './rate-limit-store.ts'

const { limits } = readSettings({})
const trusting = { limits, trustedProxies: ['127.0.0.1'] }
const app = await testApp({ limits })
/** Behind a proxy that it trusts, so that a test can call from any address. */
const proxied = await testApp(trusting)
const { clock } = app
const start = clock.now
proxied.clock.now = start
afterEach(() => {
  clock.now = start
  proxied.clock.now = start
})

let lastAddress = 0
const anAddress = () => `203.0.${Math.floor(++lastAddress / 250)}.${lastAddress % 250}`
const from = (address: string) => ({ 'x-forwarded-for': address })
const signIn = (email: string, password: string, address = anAddress()) =>
  proxied.call(authApi.login, { body: { email, password }, headers: from(address) })
const someone = async () => {
  const body = aRegistration()
  await proxied.call(authApi.register, { body, headers: from(anAddress()) })
  return body
}
const times = async <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = []
  for (let index = 0; index < count; index++) results.push(await work(index))
  return results
}
const later = (seconds: number) => {
  proxied.clock.now = new Date(start.getTime() + seconds * 1000)
}

describe('wrong passwords', () => {
  it('for one account from one address end at the sixth, for fifteen minutes, whatever comes then', async () => {
    const { email, password } = await someone()
    const address = anAddress()
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

  it('lock out nobody who knows the right one elsewhere', async () => {
    const { email, password } = await someone()
    const address = anAddress()
    await times(8, () => signIn(email, 'errada1', address))
    expect((await signIn(email, password)).status).toBe(200)
  })

  it('are counted though forty come at once', async () => {
    const { email } = await someone()
    const address = anAddress()
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(email, 'errada1', address)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  })

  it('are forgiven by the right one', async () => {
    const { email, password } = await someone()
    const address = anAddress()
    for (let round = 0; round < 3; round++) {
      await times(4, () => signIn(email, 'errada1', address))
      expect((await signIn(email, password, address)).status).toBe(200)
    }
  })

  it('for many accounts from one address end at the 31st', async () => {
    const address = anAddress()
    const answers = await times(32, index => signIn(`ninguem.${index}@exemplo.com.br`, 'errada1', address))
    expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(401), 429, 429])
  })

  it('from many addresses slow an account down for strangers, and not for its owner', async () => {
    const { email, password } = await someone()
    const home = anAddress()
    expect((await signIn(email, password, home)).status).toBe(200)
    const addresses = Array.from({ length: 10 }, anAddress)
    const knock = (count: number, address: string) => times(count, () => signIn(email, 'errada1', address))
    for (const address of addresses.slice(0, 5)) await knock(4, address)
    // Two of their own each, and six for all of them.
    const answers = [
      ...(await knock(5, anAddress())),
      ...(await knock(5, anAddress())),
      ...(await knock(5, anAddress())),
    ]
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 401)).toHaveLength(2 + 2 + 2 + 6)
    expect(statuses.slice(-2)).toEqual([429, 429])
    expect(Number(answers.at(-1)?.raw.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await signIn(email, password, home)).status).toBe(200)
  })

  it('do not tell who exists', async () => {
    const { email } = await someone()
    const told = async (address: string) =>
      (await times(7, () => signIn(address, 'errada1', '198.51.100.7'))).map(({ status }) => status)
    expect(await told(email)).toEqual(await told('nunca.existiu@exemplo.com.br'))
  })

  it('hold over a restart', async () => {
    const { email } = await someone()
    const address = anAddress()
    await times(5, () => signIn(email, 'errada1', address))
    const restarted = await testApp(trusting)
    const body = { email, password: 'errada1' }
    expect((await restarted.call(authApi.login, { body, headers: from(address) })).status).toBe(429)
  })
})

describe('the address of a caller', () => {
  it('is not what a stranger writes into X-Forwarded-For', async () => {
    const { email, password } = await someone()
    const answers = await times(100, index =>
      app.call(authApi.login, { body: { email, password: 'errada1' }, headers: from(`192.0.2.${index}`) }),
    )
    expect(answers.slice(30).every(({ status }) => status === 429)).toBe(true)
    expect((await signIn(email, password)).status).toBe(200)
  })

  it('is a whole network for IPv6', async () => {
    const { email } = await someone()
    const answers = await times(6, index => signIn(email, 'errada1', `2001:db8:1:2::${index + 1}`))
    expect(answers.at(-1)?.status).toBe(429)
    expect((await signIn(email, 'errada1', '2001:db8:1:3::1')).status).toBe(401)
  })
})

describe('other tries', () => {
  it('to open accounts end at the 21st in an hour', async () => {
    const headers = from(anAddress())
    const answers = await times(21, () => proxied.call(authApi.register, { body: aRegistration(), headers }))
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(201), 429])
  })

  it('to get reset mails are always answered, and two an hour are sent', async () => {
    const { email } = await someone()
    const mails = createMailCatcher(proxied.services)
    const answers = await times(10, async () => {
      const answer = await proxied.call(authApi.forgotPassword, { body: { email }, headers: from(anAddress()) })
      await mails.deliver()
      return answer
    })
    expect(new Set(answers.map(({ status, raw }) => `${status} ${raw.body}`)).size).toBe(1)
    expect(mails.to(email).filter(({ subject }) => subject.startsWith('Redefina'))).toHaveLength(2)
  })

  it('of reset links end at the eleventh', async () => {
    const body = { email: 'a@b.com', token: 'x'.repeat(43), password: 'segredo1', confirmPassword: 'segredo1' }
    const headers = from(anAddress())
    const answers = await times(11, () => proxied.call(authApi.resetPassword, { body, headers }))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429])
  })

  it('of the current password end at the sixth, also to delete the account', async () => {
    const { token, password } = await aUser(proxied)
    const change = (currentPassword: string) =>
      proxied.call(authApi.changePassword, { token, body: { currentPassword, newPassword: 'segredo2' } })
    expect((await times(5, () => change('errada1'))).map(({ status }) => status)).toEqual(Array(5).fill(400))
    expect((await change(password)).status).toBe(429)
    expect((await proxied.call(accountApi.remove, { token, body: { password } })).status).toBe(429)
  })
})

describe('requests of any kind', () => {
  it('are 300 a minute for one user, and other users do not notice', async () => {
    const { token } = await aUser(proxied)
    const other = await aUser(proxied)
    const statuses = (await times(302, () => proxied.call(authApi.me, { token }))).map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(300)
    const refused = await proxied.call(leadsApi.list, { token })
    expect([refused.status, refused.error.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(0)
    expect((await proxied.call(authApi.me, { token: other.token })).status).toBe(200)
    later(61)
    expect((await proxied.call(authApi.me, { token })).status).toBe(200)
  })

  it('are 100 a minute for one address without a session, and probes are not counted', async () => {
    later(200)
    const headers = from(anAddress())
    const ask = () => proxied.call(authApi.me, { token: 'x'.repeat(43), headers })
    const statuses = (await times(101, ask)).map(({ status }) => status)
    expect(statuses).toEqual([...Array(100).fill(401), 429])
    const body = { email: 'a@b.com', password: 'segredo1' }
    expect((await proxied.call(authApi.login, { body, headers })).status).toBe(429)
    expect((await proxied.call(healthApi.live, { headers })).status).toBe(200)
  })
})

describe('made-up tokens', () => {
  it('cost no look-up once their address has spent its requests, and harm no session behind it', async () => {
    later(200)
    const headers = from(anAddress())
    const { token } = await aUser(proxied)
    expect((await proxied.call(authApi.me, { token, headers })).status).toBe(200)
    const made = () => proxied.call(authApi.me, { token: randomBytes(32).toString('base64url'), headers })
    await times(100, made)
    const { row } = app.db
    const asked: unknown[] = []
    app.db.row = (...statement) => {
      asked.push(statement[2])
      return row(...statement)
    }
    const beyond = await times(20, made)
    app.db.row = row
    expect(new Set(beyond.map(({ status }) => status))).toEqual(new Set([429]))
    expect(asked).toEqual([])
    expect((await proxied.call(authApi.me, { token, headers })).status).toBe(200)
  })
})

describe('what is counted', () => {
  it('names neither e-mail nor address, and goes when it is over', async () => {
    const { email } = await someone()
    await signIn(email, 'errada1', '203.0.113.99')
    const rows = await app.db.rows<{ row: string }>('select l::text as row from rate_limits l')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ row }) => row.includes(email) || row.includes('203.0'))).toBe(false)
    await removeExpiredHits(app.db, new Date(start.getTime() + 40 * 86_400_000))
    expect(await app.db.rows('select from rate_limits')).toEqual([])
  })
})

describe('the settings', () => {
  it('give every limit another measure', () => {
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
  ])('refuse %j', settings => expect(() => readSettings(settings)).toThrow(SettingsError))

  it('read proxies and sender', () => {
    const read = readSettings({ TRUSTED_PROXIES: '10.0.0.0/8, ::1,loopback', MAIL_FROM: 'Fechou Já <oi@fechou.com>' })
    expect(read.trustedProxies).toEqual(['10.0.0.0/8', '::1', 'loopback'])
    expect(read.mailFrom).toEqual({ name: 'Fechou Já', address: 'oi@fechou.com' })
    expect(readSettings({ PUBLIC_URL: 'https://app.x.com' }).mailFrom.address).toBe('nao-responda@app.x.com')
  })
})
