import Stripe from 'stripe'
import { type Sandbox, type SandboxOptions, startSandbox } from '../start-sandbox.ts'

export interface OpenSandbox {
  sandbox: Sandbox
  stripe: Stripe
  stop: () => Promise<void>
}

export const createStripeClient = (port: number, options: Partial<Stripe.StripeConfig> = {}): Stripe =>
  new Stripe('sk_test_sandbox', {
    apiVersion: Stripe.API_VERSION,
    protocol: 'http',
    host: '127.0.0.1',
    port,
    telemetry: false,
    maxNetworkRetries: 0,
    ...options,
  })

/** Starts a sandbox on a free port, with an SDK client for it. */
export const openSandbox = async (
  options: Partial<SandboxOptions> = {},
  client: Partial<Stripe.StripeConfig> = {},
): Promise<OpenSandbox> => {
  const sandbox = await startSandbox({ port: 0, stateFile: ':memory:', ...options })
  return { sandbox, stripe: createStripeClient(sandbox.port, client), stop: sandbox.stop }
}
