import { afterEach, describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { aRegistration } from '../testing/factories.ts'
import { createMailCatcher, parseResetLink } from '../testing/mail-catcher.ts'
import { anIp, fromIp, limits, proxiedApp, times } from '../testing/proxied-app.ts'
import { testApp } from '../testing/test-app.ts'

const { proxied, start, later, signIn, aRegisteredUser } = await proxiedApp()
afterEach(() => later(0))

describe('wrong passwords', () => {
  it('from forty IPs do not lock the owner out, even on an unknown IP', async () => {
    const { email, password } = await aRegisteredUser()
    const responses = await times(40, () => signIn(email, 'errada1'))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]))
    expect((await signIn(email, 'errada1', '198.51.100.20')).status).toBe(401)
    expect((await signIn(email, password, '198.51.100.20')).status).toBe(200)
  })

  it('do not lock out a user after a password reset, on any IP', async () => {
    const { email } = await aRegisteredUser()
    const here = anIp()
    await times(5, () => signIn(email, 'errada1', here))
    await times(40, () => signIn(email, 'errada1'))
    expect((await signIn(email, 'segredo2', here)).status).toBe(429)
    await proxied.call(authApi.forgotPassword, { body: { email }, headers: fromIp(here) })
    const mails = createMailCatcher(proxied.services)
    await mails.deliver()
    const link = parseResetLink(mails.to(email).at(-1) as never)
    const body = { ...link, password: 'segredo2', confirmPassword: 'segredo2' }
    expect((await proxied.call(authApi.resetPassword, { body, headers: fromIp(here) })).status).toBe(200)
    expect((await signIn(email, 'segredo2', here)).status).toBe(200)
    await times(40, () => signIn(email, 'errada1'))
    expect((await signIn(email, 'segredo2', here)).status).toBe(200)
  })
})

describe('requests for a reset link', () => {
  it.each([
    ['on the IP of registration', true],
    ['on an unknown IP', false],
  ])('from a stranger do not use up the owner’s limit %s', async (_, isHome) => {
    const [home, stranger] = [anIp(), anIp()]
    const body = aRegistration()
    await proxied.call(authApi.register, { body, headers: fromIp(home) })
    const { email } = body
    const mails = createMailCatcher(proxied.services)
    const ask = async (address: string) => {
      await proxied.call(authApi.forgotPassword, { body: { email }, headers: fromIp(address) })
      await mails.deliver()
      return mails.to(email).filter(({ subject }) => subject.startsWith('Redefina')).length
    }
    for (let hour = 0; hour < 12; hour++) {
      later(hour * 3601)
      for (let attempt = 0; attempt < 5; attempt++) await ask(stranger)
    }
    const sent = await ask(stranger)
    expect(sent).toBe(2)
    expect(await ask(isHome ? home : anIp())).toBe(sent + 1)
  })
})

describe('limits behind an unknown proxy', () => {
  it('count each client separately, and log the proxy once as an error', async () => {
    const lines: string[] = []
    const logStream = { write: (line: string) => void lines.push(line) }
    const unnamed = await testApp({ limits, logLevel: 'warn' }, { logStream })
    unnamed.clock.now = new Date(start.getTime() + 3_600_000)
    const { email, password } = await aRegisteredUser()
    const attempt = (address: string, whose: string, secret = 'errada1') =>
      unnamed.call(authApi.login, { body: { email: whose, password: secret }, headers: fromIp(address) })
    const responses = await times(99, index => attempt('192.0.2.66', `alguem.${index}@exemplo.com.br`))
    const statuses = responses.map(({ status }) => status)
    expect([statuses.slice(0, 30), statuses.slice(30)]).toEqual([Array(30).fill(401), Array(69).fill(429)])
    await times(5, () => attempt('192.0.2.67', email))
    expect((await attempt('192.0.2.68', email, password)).status).toBe(200)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('forwarding header of an unknown proxy ignored')
    expect(lines[0]).toContain('TRUSTED_PROXIES=127.0.0.1')
    expect(JSON.parse(lines[0] ?? '').level).toBe('error')
  })

  it('cap all clients together at five times the limit of one', async () => {
    const invented = await testApp({ limits })
    invented.clock.now = new Date(start.getTime() + 7_200_000)
    const responses = await times(155, index =>
      invented.call(authApi.login, {
        body: { email: `inventado.${index}@exemplo.com.br`, password: 'errada1' },
        headers: { forwarded: `for="[2001:db8:${index}::1]:4711";proto=https` },
      }),
    )
    expect(responses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5)
  })
})
