import { join } from 'node:path'
import { billingApi } from '#contract/billing/billing.ts'
import { setUpPayments } from './billing/setup/set-up-payments.ts'
import { createSandboxPayments, createStripePayments, type RunningSandbox } from './billing/stripe/create-payments.ts'
import type { Payments } from './billing/stripe/payments.ts'
import type { Settings } from './env.ts'
import { keptPromises } from './support-promises.ts'

export interface PaymentsHandle {
  payments: Payments
  /** Call it once the server listens: it sends the plans and the webhook URL to the sandbox. */
  onListening: (url: string) => Promise<void>
  stop: () => Promise<void>
  /** How other processes reach the sandbox. Absent with Stripe. */
  sandbox?: SandboxLink
}

export interface SandboxLink {
  url: string
  port: number
  /** Undefined until `onListening` has set up the webhook. */
  webhookSecret: string | undefined
}

const webhookPath = `/api${billingApi.webhook.path}`

/** The sandbox runs on the same machine, so it must reach the server by loopback, whatever the public host. */
const localUrl = (url: string): string => {
  const { port } = new URL(url)
  return `http://127.0.0.1:${port}`
}

const startSandboxPayments = async (settings: Settings, port: number, printLine: (line: string) => void) => {
  const { startSandbox } = await import('../sandbox/start-sandbox.ts')
  const sandbox = await startSandbox({
    port,
    stateFile: join(settings.dataDir, 'payments-sandbox.json'),
    log: printLine,
  })
  let webhookUrl = ''
  const payments = createSandboxPayments(sandbox, () => webhookUrl, { methods: settings.paymentMethods })
  return {
    payments,
    onListening: async (url: string) => {
      webhookUrl = `${localUrl(url)}${webhookPath}`
      await removeOtherWebhooks(payments, webhookUrl)
      await setUpPayments(payments.stripe, {
        brandName: settings.brandName,
        webhookUrl,
        kept: keptPromises(settings),
        printLine: () => {},
      })
      printLine(`Ambiente de teste de pagamentos: ${sandbox.url} (nenhum valor é cobrado)`)
    },
    stop: sandbox.stop,
    sandbox: {
      url: sandbox.url,
      port: sandbox.port,
      get webhookSecret() {
        return sandbox.webhookSecretOf(webhookUrl)
      },
    },
  }
}

/** Removes webhook endpoints of earlier starts on other ports. */
const removeOtherWebhooks = async ({ stripe }: Payments, webhookUrl: string): Promise<void> => {
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url !== webhookUrl) await stripe.webhookEndpoints.del(endpoint.id)
  }
}

/** Uses Stripe with a key, otherwise the sandbox. Returns `undefined` in production without a key. */
export const startPayments = async (
  settings: Settings,
  printLine: (line: string) => void,
): Promise<PaymentsHandle | undefined> => {
  const { stripe, sandboxPort } = settings
  if (sandboxPort !== undefined) return startSandboxPayments(settings, sandboxPort, printLine)
  if (!stripe) {
    printLine('Falta STRIPE_SECRET_KEY: ninguém consegue assinar um plano.')
    return undefined
  }
  if (stripe.webhookSecrets.length === 0) printLine('Falta STRIPE_WEBHOOK_SECRET: os avisos do Stripe são recusados.')
  return {
    payments: createStripePayments(stripe, settings.paymentMethods),
    onListening: async () => {},
    stop: async () => {},
  }
}

/** For a process whose primary process runs the sandbox. Reads the webhook secret of `sandbox` for each webhook. */
export const connectPayments = (
  { stripe, paymentMethods: methods }: Settings,
  sandbox: SandboxLink | undefined,
): Payments | undefined => {
  if (!sandbox) return stripe && createStripePayments(stripe, methods)
  const running: RunningSandbox = { ...sandbox, webhookSecretOf: () => sandbox.webhookSecret }
  return createSandboxPayments(running, () => '', { methods })
}
