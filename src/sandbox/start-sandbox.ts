import formbody from '@fastify/formbody'
import fastify from 'fastify'
import { parse } from 'qs'
import type { Account } from './account/account.ts'
import { clockTime, defaultClockId } from './account/clock.ts'
import { emptyState } from './account/state.ts'
import { openStateFile } from './account/state-file.ts'
import { advanceClock, catchUpDefaultClock } from './billing/advance-clock.ts'
import { expireOldCheckouts } from './billing/expire-checkout.ts'
import { servePages } from './pages/serve-pages.ts'
import { allRoutes } from './routes/all-routes.ts'
import type { Chaos } from './webhooks/chaos.ts'
import { startWebhookSender } from './webhooks/webhook-sender.ts'
import { serveApi } from './wire/serve-api.ts'

export interface SandboxOptions {
  /** 0 uses any free port. */
  port: number
  /** A file path, or `:memory:` to store nothing. */
  stateFile: string
  now?: () => Date
  log?: (line: string) => void
}

export interface Sandbox {
  url: string
  port: number
  /** The simulated faults. The operator's page changes the same object. */
  chaos: Chaos
  clock: {
    now: () => Date
    /** Advances the default clock and runs the tasks that fall due. */
    advanceTo: (moment: Date) => void
  }
  /** The signing secret of the webhook endpoint with this URL. */
  webhookSecretOf: (url: string) => string | undefined
  /** Deletes all data. */
  reset: () => void
  stop: () => Promise<void>
}

const parseForm = (text: string) => parse(text, { depth: 20, arrayLimit: 200 })

export class SandboxStartError extends Error {}

/** Throws where real payments are expected: with a Stripe key or in production. */
export const assertNoRealPayments = (environment: NodeJS.ProcessEnv): void => {
  if (environment.STRIPE_SECRET_KEY)
    throw new SandboxStartError('O ambiente de teste de pagamentos não inicia com STRIPE_SECRET_KEY definida.')
  if (environment.NODE_ENV === 'production')
    throw new SandboxStartError('O ambiente de teste de pagamentos não inicia com NODE_ENV=production.')
}

export const startSandbox = async ({
  port,
  stateFile,
  now = () => new Date(),
  log = () => {},
}: SandboxOptions): Promise<Sandbox> => {
  assertNoRealPayments(process.env)
  const { state, scheduleSave, flush } = await openStateFile(stateFile, log)
  const account: Account = {
    state,
    url: '',
    log,
    wallTime: () => Math.floor(now().getTime() / 1000),
    request: null,
    scheduleSave,
    deliverWebhooks: () => {},
  }
  const webhookSender = startWebhookSender(account)
  account.deliverWebhooks = webhookSender.deliver
  const reset = () => {
    Object.assign(state, emptyState())
    scheduleSave()
  }
  const app = fastify({ routerOptions: { querystringParser: parseForm, maxParamLength: 200 }, bodyLimit: 1_048_576 })
  await app.register(formbody, { parser: parseForm })
  serveApi(app, account, allRoutes)
  servePages(app, account, { webhookSender, reset })
  await app.listen({ port, host: '127.0.0.1' })
  const address = app.server.address()
  const actualPort = typeof address === 'object' && address ? address.port : port
  account.url = `http://127.0.0.1:${actualPort}`

  const tick = () => {
    catchUpDefaultClock(account)
    expireOldCheckouts(account)
  }
  tick()
  webhookSender.deliver()
  const ticking = setInterval(tick, 1000)
  ticking.unref()

  return {
    url: account.url,
    port: actualPort,
    get chaos() {
      return state.chaos
    },
    clock: {
      now: () => new Date(clockTime(account) * 1000),
      advanceTo: moment => advanceClock(account, defaultClockId, Math.floor(moment.getTime() / 1000)),
    },
    webhookSecretOf: url => Object.values(state.webhookEndpoints).find(endpoint => endpoint.url === url)?.secret,
    reset,
    stop: async () => {
      clearInterval(ticking)
      await webhookSender.stop()
      await app.close()
      await flush()
    },
  }
}
