import { join } from 'node:path'
import { billingApi } from '#contract/billing.ts'
import { createSandboxPayments, createStripePayments } from './billing/create-payments.ts'
import type { Payments } from './billing/payments.ts'
import { setUpPayments } from './billing/set-up-payments.ts'
import type { Settings } from './env.ts'

export interface PaymentsHandle {
  payments: Payments
  /** Once the server listens there: tells the stand-in what is sold, and where to send events. */
  onListening: (url: string) => Promise<void>
  stop: () => Promise<void>
}

const webhookPath = `/api${billingApi.webhook.path}`

/** The stand-in is on this machine, and so are we: whatever people call us, it finds us here. */
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
  const payments = createSandboxPayments(sandbox, () => webhookUrl)
  return {
    payments,
    onListening: async (url: string) => {
      webhookUrl = `${localUrl(url)}${webhookPath}`
      await removeOtherWebhooks(payments, webhookUrl)
      await setUpPayments(payments.stripe, { brandName: settings.brandName, webhookUrl, printLine: () => {} })
      printLine(`Ambiente de teste de pagamentos: ${sandbox.url} (nenhum valor é cobrado)`)
    },
    stop: sandbox.stop,
  }
}

/** Where earlier starts listened on other ports, nobody answers any more. */
const removeOtherWebhooks = async ({ stripe }: Payments, webhookUrl: string): Promise<void> => {
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url !== webhookUrl) await stripe.webhookEndpoints.del(endpoint.id)
  }
}

/** The payment provider that the settings name; the stand-in without a key; in production without a key nothing. */
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
  return { payments: createStripePayments(stripe), onListening: async () => {}, stop: async () => {} }
}
