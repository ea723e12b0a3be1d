import type { PaymentMethod } from '#contract/billing/billing.ts'
import type { StripeSettings } from '../../env.ts'
import { createPayments, type Payments } from './payments.ts'
import type { StripeOptions } from './stripe.ts'

const portOf = ({ protocol, port }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)

const parseApiBase = (apiBase: string) => {
  const url = new URL(apiBase)
  return { protocol: url.protocol === 'http:' ? 'http' : 'https', host: url.hostname, port: portOf(url) } as const
}

export const createStripePayments = (
  { secretKey, isLive, webhookSecrets, apiBase }: StripeSettings,
  methods?: readonly PaymentMethod[],
): Payments =>
  createPayments({
    mode: isLive ? 'live' : 'test',
    secretKey,
    address: apiBase === undefined ? undefined : parseApiBase(apiBase),
    ...(methods && { methods }),
    webhookSecrets: () => webhookSecrets,
    customersUrl: `https://dashboard.stripe.com/${isLive ? '' : 'test/'}customers/`,
  })

export interface RunningSandbox {
  url: string
  port: number
  webhookSecretOf: (url: string) => string | undefined
}

export const createSandboxPayments = (
  sandbox: RunningSandbox,
  webhookUrl: () => string,
  { pauseMs, methods }: Pick<StripeOptions, 'pauseMs'> & { methods?: readonly PaymentMethod[] } = {},
): Payments =>
  createPayments({
    mode: 'sandbox',
    secretKey: 'sk_test_sandbox',
    address: { protocol: 'http', host: '127.0.0.1', port: sandbox.port },
    webhookSecrets: () => [sandbox.webhookSecretOf(webhookUrl()) ?? []].flat(),
    customersUrl: `${sandbox.url}/customers/`,
    pauseMs,
    ...(methods && { methods }),
  })
