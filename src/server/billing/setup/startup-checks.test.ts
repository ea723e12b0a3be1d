import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { assertNoRealPayments, startSandbox } from '../../../sandbox/start-sandbox.ts'
import { readSettings } from '../../env.ts'
import { startPayments } from '../../start-payments.ts'
import { commandEnvironment } from '../../testing/command-environment.ts'

const live = 'sk_live_51abc'
const test = 'sk_test_51abc'
const whsec = 'whsec_abc'

describe('settings', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['a live key without the webhook secret', { STRIPE_SECRET_KEY: live }, /pede STRIPE_WEBHOOK_SECRET\.$/],
    [
      'a restricted live key without the webhook secret',
      { STRIPE_SECRET_KEY: 'rk_live_51abc' },
      /pede STRIPE_WEBHOOK_SECRET\.$/,
    ],
    [
      'a live key with an empty webhook secret',
      { STRIPE_SECRET_KEY: live, STRIPE_WEBHOOK_SECRET: '' },
      /pede STRIPE_WEBHOOK_SECRET\.$/,
    ],
    [
      'a test key with PAYMENTS_REQUIRE_LIVE',
      { STRIPE_SECRET_KEY: test, STRIPE_WEBHOOK_SECRET: whsec, PAYMENTS_REQUIRE_LIVE: '1' },
      /PAYMENTS_REQUIRE_LIVE=1 pede uma STRIPE_SECRET_KEY de produção\.$/,
    ],
    ['no key with PAYMENTS_REQUIRE_LIVE', { PAYMENTS_REQUIRE_LIVE: '1' }, /PAYMENTS_REQUIRE_LIVE=1 pede/],
    ['a publishable key', { STRIPE_SECRET_KEY: 'pk_live_51abc' }, /STRIPE_SECRET_KEY \(use uma chave secreta/],
    ['an invalid key', { STRIPE_SECRET_KEY: 'hunter2' }, /STRIPE_SECRET_KEY \(use uma chave secreta/],
    [
      'one invalid secret of two',
      { STRIPE_SECRET_KEY: test, STRIPE_WEBHOOK_SECRET: `${whsec}, x` },
      /use o segredo whsec_/,
    ],
    ['an invalid secret', { STRIPE_SECRET_KEY: test, STRIPE_WEBHOOK_SECRET: 'x' }, /use o segredo whsec_/],
    ['an invalid API base', { STRIPE_SECRET_KEY: test, STRIPE_API_BASE: 'localhost:1' }, /STRIPE_API_BASE/],
  ])('stop the start with %s, in one line without secrets', (_, environment, message) => {
    const read = () => readSettings(environment)
    expect(read).toThrow(message)
    for (const secret of Object.values(environment).filter(value => value.length > 8)) {
      expect(read).not.toThrow(secret)
    }
  })

  it('distinguish live keys from test keys', () => {
    const settings = (key: string) =>
      readSettings({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: whsec }).stripe?.isLive
    expect([settings(live), settings('rk_live_x'), settings(test), settings('rk_test_x')]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(settings('sk_test_live_x')).toBe(false)
  })

  it('permit the sandbox only without a key and outside production', () => {
    expect(readSettings({}).sandboxPort).toBe(4242)
    expect(readSettings({ STRIPE_SECRET_KEY: test }).sandboxPort).toBeUndefined()
    expect(readSettings({ NODE_ENV: 'production' }).sandboxPort).toBeUndefined()
    expect(readSettings({ NODE_ENV: 'production', SANDBOX_PORT: '4242' }).sandboxPort).toBeUndefined()
  })
})

describe('sandbox', () => {
  it('does not start with a key or in production', async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    const start = () => startSandbox({ port: 0, stateFile: ':memory:' })
    vi.stubEnv('STRIPE_SECRET_KEY', test)
    await expect(start()).rejects.toThrow('STRIPE_SECRET_KEY')
    vi.stubEnv('STRIPE_SECRET_KEY', undefined)
    vi.stubEnv('NODE_ENV', 'production')
    await expect(start()).rejects.toThrow('production')
    expect(() => assertNoRealPayments({})).not.toThrow()
  })

  it('is disabled in production, where the server logs the missing setting', async () => {
    const said: string[] = []
    expect(await startPayments(readSettings({ NODE_ENV: 'production' }), line => said.push(line))).toBeUndefined()
    expect(said).toEqual(['Falta STRIPE_SECRET_KEY: ninguém consegue assinar um plano.'])
  })

  it('is disabled with a key, and the payment mode is correct', async () => {
    const said: string[] = []
    const started = await startPayments(readSettings({ STRIPE_SECRET_KEY: test }), line => said.push(line))
    expect(started?.payments).toMatchObject({
      mode: 'test',
      customersUrl: 'https://dashboard.stripe.com/test/customers/',
    })
    expect(started?.payments.webhookSecrets()).toEqual([])
    expect(said).toEqual(['Falta STRIPE_WEBHOOK_SECRET: os avisos do Stripe são recusados.'])
    const real = await startPayments(readSettings({ STRIPE_SECRET_KEY: live, STRIPE_WEBHOOK_SECRET: whsec }), () => {})
    expect(real?.payments).toMatchObject({ mode: 'live', customersUrl: 'https://dashboard.stripe.com/customers/' })
  })
})

describe('server', () => {
  it('exits without side effects for a live key without a webhook secret', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'fechou-boot-'))
    const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
    const server = spawn(process.execPath, [main], {
      env: { ...commandEnvironment(), DATA_DIR: join(dataDir, 'data'), PORT: '0', STRIPE_SECRET_KEY: live },
    })
    let said = ''
    for (const output of [server.stdout, server.stderr]) output.on('data', text => (said += text))
    const code = await new Promise(resolve => server.on('exit', resolve))
    expect([code, said.trim()]).toEqual([
      1,
      'Configuração inválida: uma STRIPE_SECRET_KEY de produção pede STRIPE_WEBHOOK_SECRET.',
    ])
    expect(await readdir(dataDir)).toEqual([])
    await rm(dataDir, { recursive: true })
  })
})
