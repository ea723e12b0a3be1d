import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { openSandbox } from '../../../sandbox/testing/open-sandbox.ts'
import { commandEnvironment } from '../../testing/command-environment.ts'

const { sandbox, stripe, stop } = await openSandbox()
afterAll(stop)
const command = fileURLToPath(new URL('set-up-payments-cli.ts', import.meta.url))

/** Runs `npm run payments:setup` with only these environment variables. */
const run = (environment: Record<string, string>) =>
  new Promise<{ code: number | null; out: string[]; err: string }>(resolve => {
    const child = spawn(process.execPath, [command], { env: { ...commandEnvironment(), ...environment } })
    let [out, err] = ['', '']
    child.stdout.on('data', text => (out += text))
    child.stderr.on('data', text => (err += text))
    child.on('exit', code => resolve({ code, out: out.trim().split('\n'), err: err.trim() }))
  })

const here = { STRIPE_API_BASE: sandbox.url, PUBLIC_URL: 'https://fechou.example' }
const key = 'sk_test_51abc'

describe('npm run payments:setup', () => {
  it('creates everything and prints the webhook secret once', async () => {
    const first = await run({ ...here, STRIPE_SECRET_KEY: key })
    expect([first.code, first.err]).toEqual([0, ''])
    const secret = sandbox.webhookSecretOf('https://fechou.example/api/stripe/webhook')
    expect(first.out).toEqual([
      'Stripe, modo de teste',
      expect.stringMatching(/^Plano Básico: /),
      expect.stringMatching(/^Plano Profissional: /),
      expect.stringMatching(/^Plano Empresarial: /),
      'Portal do cliente: configurado',
      'Avisos em https://fechou.example/api/stripe/webhook: endereço criado',
      `Guarde agora, pois o Stripe só mostra uma vez: STRIPE_WEBHOOK_SECRET=${secret}`,
    ])
    const again = await run({ ...here, STRIPE_SECRET_KEY: key })
    expect(again.code).toBe(0)
    expect(again.out.join()).not.toContain('whsec_')
    expect(again.out.at(-1)).toBe('O STRIPE_WEBHOOK_SECRET deste endereço está no painel do Stripe, em Webhooks.')
    expect((await stripe.prices.list()).data).toHaveLength(3)
  })

  it('accepts a live key without a webhook secret, which only this command can create', async () => {
    const { code, out, err } = await run({
      ...here,
      PUBLIC_URL: 'https://outro.example',
      STRIPE_SECRET_KEY: 'sk_live_51abc',
    })
    // The sandbox rejects live keys, so the test ends here.
    expect([code, out, err]).toEqual([1, ['Stripe, modo de produção'], 'O Stripe não reconhece a STRIPE_SECRET_KEY.'])
  })

  it('does nothing without a key and explains that the sandbox needs no setup', async () => {
    expect(await run({})).toEqual({
      code: 0,
      out: [
        'Sem STRIPE_SECRET_KEY não há o que preparar: o ambiente de teste de pagamentos se prepara sozinho ao iniciar.',
      ],
      err: '',
    })
  })

  it.each<[string, Record<string, string>, string]>([
    [
      'no key in production',
      { NODE_ENV: 'production' },
      'Falta STRIPE_SECRET_KEY: não há onde preparar os pagamentos.',
    ],
    [
      'a missing PUBLIC_URL',
      { STRIPE_SECRET_KEY: key },
      'Falta PUBLIC_URL: o endereço em que o Stripe encontra este produto, como https://exemplo.com.br',
    ],
    [
      'a key of another type',
      { ...here, STRIPE_SECRET_KEY: 'pk_test_51abc' },
      'Configuração inválida: STRIPE_SECRET_KEY (use uma chave secreta, sk_… ou rk_…)',
    ],
    [
      'an unreachable Stripe',
      { ...here, STRIPE_SECRET_KEY: key, STRIPE_API_BASE: 'http://127.0.0.1:9' },
      'Não foi possível falar com o Stripe (sem resposta). Tente novamente em instantes.',
    ],
  ])('prints one line for %s', async (_, environment, line) => {
    const { code, err } = await run(environment)
    expect([code, err]).toEqual([1, line])
  })
})
