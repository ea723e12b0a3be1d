import { afterEach, describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth.ts'
import { readSettings } from '../env.ts'
import { aRegistration } from '../testing/factories.ts'
import { createMailCatcher, parseResetLink } from '../testing/mail-catcher.ts'
import { testApp } from '../testing/test-app.ts'

const { limits } = readSettings({})
/** Behind a proxy that it trusts, so that a test can call from any address. */
const proxied = await testApp({ limits, trustedProxies: ['127.0.0.1'] })
const start = proxied.clock.now
const later = (seconds: number) => {
  proxied.clock.now = new Date(start.getTime() + seconds * 1000)
}
afterEach(() => later(0))

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

describe('wrong passwords', () => {
  it('from forty addresses keep their owner out nowhere, not even where they never were', async () => {
    const { email, password } = await someone()
    const answers = await times(40, () => signIn(email, 'errada1'))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    expect((await signIn(email, 'errada1', '198.51.100.20')).status).toBe(401)
    expect((await signIn(email, password, '198.51.100.20')).status).toBe(200)
  })

  it('do not lock out who has just used a reset link, at home or elsewhere', async () => {
    const { email } = await someone()
    const here = anAddress()
    await times(5, () => signIn(email, 'errada1', here))
    await times(40, () => signIn(email, 'errada1'))
    expect((await signIn(email, 'segredo2', here)).status).toBe(429)
    await proxied.call(authApi.forgotPassword, { body: { email }, headers: from(here) })
    const mails = createMailCatcher(proxied.services)
    await mails.deliver()
    const link = parseResetLink(mails.to(email).at(-1) as never)
    const body = { ...link, password: 'segredo2', confirmPassword: 'segredo2' }
    expect((await proxied.call(authApi.resetPassword, { body, headers: from(here) })).status).toBe(200)
    expect((await signIn(email, 'segredo2', here)).status).toBe(200)
    await times(40, () => signIn(email, 'errada1'))
    expect((await signIn(email, 'segredo2', here)).status).toBe(200)
  })
})

describe('wishes for a reset link', () => {
  it.each([
    ['where they signed up', true],
    ['where they never were', false],
  ])('of a stranger do not silence the owner %s', async (_, isHome) => {
    const [home, stranger] = [anAddress(), anAddress()]
    const body = aRegistration()
    await proxied.call(authApi.register, { body, headers: from(home) })
    const { email } = body
    const mails = createMailCatcher(proxied.services)
    const ask = async (address: string) => {
      await proxied.call(authApi.forgotPassword, { body: { email }, headers: from(address) })
      await mails.deliver()
      return mails.to(email).filter(({ subject }) => subject.startsWith('Redefina')).length
    }
    for (let hour = 0; hour < 12; hour++) {
      later(hour * 3601)
      for (let knock = 0; knock < 5; knock++) await ask(stranger)
    }
    const sent = await ask(stranger)
    expect(sent).toBe(2)
    expect(await ask(isHome ? home : anAddress())).toBe(sent + 1)
  })
})

describe('a caller', () => {
  it('is told apart behind a proxy that nobody named, which the log names once, and loudly', async () => {
    const lines: string[] = []
    const logStream = { write: (line: string) => void lines.push(line) }
    const unnamed = await testApp({ limits, logLevel: 'warn' }, { logStream })
    unnamed.clock.now = new Date(start.getTime() + 3_600_000)
    const { email, password } = await someone()
    const knock = (address: string, whose: string, secret = 'errada1') =>
      unnamed.call(authApi.login, { body: { email: whose, password: secret }, headers: from(address) })
    const answers = await times(99, index => knock('192.0.2.66', `alguem.${index}@exemplo.com.br`))
    const statuses = answers.map(({ status }) => status)
    expect([statuses.slice(0, 30), statuses.slice(30)]).toEqual([Array(30).fill(401), Array(69).fill(429)])
    await times(5, () => knock('192.0.2.67', email))
    expect((await knock('192.0.2.68', email, password)).status).toBe(200)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('forwarding header of an unknown proxy ignored')
    expect(lines[0]).toContain('TRUSTED_PROXIES=127.0.0.1')
    expect(JSON.parse(lines[0] ?? '').level).toBe('error')
  })

  it('behind a proxy that nobody named is its own affair up to the strength of five', async () => {
    const invented = await testApp({ limits })
    invented.clock.now = new Date(start.getTime() + 7_200_000)
    const answers = await times(155, index =>
      invented.call(authApi.login, {
        body: { email: `inventado.${index}@exemplo.com.br`, password: 'errada1' },
        headers: { forwarded: `for="[2001:db8:${index}::1]:4711";proto=https` },
      }),
    )
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5)
  })
})
